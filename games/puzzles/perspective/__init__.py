"""What a player may see of puzzles."""
