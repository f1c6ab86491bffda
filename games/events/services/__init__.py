"""What directors and players may do in an event."""
