"""Hints as HTML fragments."""
