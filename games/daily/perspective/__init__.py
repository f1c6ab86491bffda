"""What a player may see of daily games."""
