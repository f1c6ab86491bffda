"""Analysis of a whole game by the engine, independent of rooms, database and pages."""
