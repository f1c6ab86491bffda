"""Uploaded games: GCG records of games played elsewhere, and their owners."""
