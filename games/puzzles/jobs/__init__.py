"""Puzzle extraction: the worker's loop, the search for positions, and games between computer
players.
"""
