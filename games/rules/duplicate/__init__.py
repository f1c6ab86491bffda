"""Duplicate: everyone looks for the best play with the same rack, and the best one is made."""
