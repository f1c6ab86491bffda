"""Pages of word study; all are closed to whoever plays, as dictionaries are."""
