"""Puzzles: extracted from games, chosen for a day, and attempted."""
