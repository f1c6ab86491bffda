"""What the engine makes of a whole game: pure, without a table and without a page."""
