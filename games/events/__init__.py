"""Events: tournaments in rounds, online or on real boards.

Pairing and scoring are in :mod:`games.pairing`. This domain keeps the rows, the director's acts,
the rooms of each round and the pages.
"""
