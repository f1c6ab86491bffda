"""Identity, sessions, notices, blocks and sanctions of players, for every other domain."""
