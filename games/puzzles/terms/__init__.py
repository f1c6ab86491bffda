"""Value types of puzzles: candidates, and positions as the seat to move sees them."""
