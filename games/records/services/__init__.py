"""Where records come from, and who may see them."""
