"""What one player may see of puzzles."""
