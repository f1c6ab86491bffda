"""HTTP views of the lobby: its page and commands, and the player's news on every page."""
