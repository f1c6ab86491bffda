"""Duplicate games as topics that pages follow, and their pages as HTML fragments."""
