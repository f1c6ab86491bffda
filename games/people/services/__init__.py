"""Services for statistics of finished games, following, privacy and presence."""
