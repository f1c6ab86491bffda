"""Rating games: the scale, the ladders, what happens when a game ends, counting all anew."""
