"""What followers, scorekeepers and screens see of annotated games and of the tables of an event."""
