"""Pages of leagues and ladders, and the forms on them."""
