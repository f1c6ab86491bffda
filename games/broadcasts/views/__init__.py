"""Pages of annotated games and of broadcasts."""
