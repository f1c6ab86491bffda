"""The home page: waiting rooms, games to watch, the player's own games, and opening a room."""
