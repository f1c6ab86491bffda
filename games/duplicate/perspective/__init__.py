"""What a viewer may see of a duplicate game."""
