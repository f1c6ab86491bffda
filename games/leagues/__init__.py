"""Leagues: seasons of correspondence games in divisions, and a ladder beside each league.

Who meets whom and who moves up or down is in :mod:`games.pairing.leagues` and
:mod:`games.pairing.ladders`. This domain keeps the rows, the rooms of the games and the pages.
"""
