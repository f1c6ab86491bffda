"""Commands of the lobby: ``room_opening``, ``matchmaking`` ("Find an opponent") and ``news``."""
