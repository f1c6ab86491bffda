"""Everything that writes rows of annotated games."""
