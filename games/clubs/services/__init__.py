"""Everything that writes rows of clubs."""
