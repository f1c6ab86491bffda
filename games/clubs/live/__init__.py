"""The chat of a club as a topic of :mod:`games.live`."""
