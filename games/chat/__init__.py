"""What people write to each other in a room, and who may read it."""
