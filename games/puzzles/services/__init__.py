"""Extracting puzzles, choosing them for a day, and attempting them."""
