"""Value types of the daily game: its turns, positions and clock."""
