"""Pages of clubs, and what people do on them."""
