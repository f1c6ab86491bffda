"""The chat of a room: what people write to each other, and who may read it."""
