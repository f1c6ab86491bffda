"""Annotated games and broadcasts as topics of :mod:`games.live`."""
