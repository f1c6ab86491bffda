"""The analysis board: any position, its best plays, and simulations of them."""
