"""Tiles, boards, layouts and racks, and how they are written in notation and JSON."""
