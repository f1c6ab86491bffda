"""Notifications that reach a browser whose pages are closed (Web Push).

What is told is left by the domains below as notices; whether a player wants it pushed is chosen in
:mod:`games.players.services.tellings`. Nothing here is on the way of a move: the worker looks.
"""
