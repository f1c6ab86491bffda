"""Small value types of the lobby: its filter."""
