"""Requests about events."""
