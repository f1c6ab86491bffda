"""Computer players at the table, and hints: the only domain that thinks with the engine."""
