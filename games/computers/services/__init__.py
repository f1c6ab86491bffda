"""Requesting hints, and distributing the engine's work."""
