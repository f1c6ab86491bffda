"""What the engine says of games that are over: asked for once, kept for everybody."""
