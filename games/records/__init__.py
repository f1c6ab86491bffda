"""Finished games: their pages, exports, and the verification of the bag."""
