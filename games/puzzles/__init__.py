"""Puzzles: positions of games that are over, cut by the worker, found again by players."""
