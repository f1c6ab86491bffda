"""Games that are over: their pages, their export, and the bag checked again."""
