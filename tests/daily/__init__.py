"""Tests of daily games."""
