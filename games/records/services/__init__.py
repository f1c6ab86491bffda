"""Records: where they come from and who may see them."""
