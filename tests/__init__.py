"""The tests. ``conftest.py`` holds what all share, ``servers.py`` the real processes."""
