"""Computing the turns of computer players and hints, and the worker's loop that does it."""
