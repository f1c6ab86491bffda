"""Rating services: the scale, ladders, rating a game when it ends, and recounting."""
