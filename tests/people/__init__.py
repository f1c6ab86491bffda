"""Tests of games.people."""
