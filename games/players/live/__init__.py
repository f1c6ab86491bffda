"""Sockets of players: who may open one, and when it is closed."""
