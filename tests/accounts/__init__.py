"""Members: how one becomes one, stays one, and leaves."""
