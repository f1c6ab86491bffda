"""The analysis board: any position by itself, its best plays, and how they fare when tried out."""
