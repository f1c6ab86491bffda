"""Value types of players: badges."""
