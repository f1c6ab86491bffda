"""Clocks and days off as values, independent of any game."""
