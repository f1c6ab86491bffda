"""Everything that changes a duplicate game, in one transaction each."""
