"""Moves of annotated games, and how exciting a position is."""
