"""Duplicate: live games in which everyone has the same board and the same rack."""
