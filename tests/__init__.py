"""Tests. ``conftest.py`` has the shared fixtures; ``processes.py`` starts real processes."""
