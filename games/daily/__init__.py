"""The daily game: a duplicate game for each day and language, the same for everyone."""
