"""Computer players in rooms, and hints: their turns are computed by the engine in the worker."""
