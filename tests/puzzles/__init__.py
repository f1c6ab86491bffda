"""Puzzles: cut, chosen for a day, tried."""
