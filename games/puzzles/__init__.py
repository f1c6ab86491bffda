"""Puzzles: positions extracted from finished games by the worker, for players to solve."""
