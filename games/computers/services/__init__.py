"""Asking for hints, and dividing the work among those who think."""
