"""The rules of the tile games: pure Python, standard library only, no Django.

Start with :mod:`games.rules.flow.game`, which starts games and applies acts, and
:mod:`games.rules.positions.variants`, which describes the games. Words are checked only through the
``WordLookup`` protocol.
"""
