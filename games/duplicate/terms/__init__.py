"""Settings of a duplicate game, and plays as they are stored."""
