"""Tests of games.ratings."""
