"""Tests of games.players."""
