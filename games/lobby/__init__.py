"""The first page: rooms that wait, games to watch, one's own games, and opening a room."""
