"""Pairing and scoring of events: pure Python and networkx, no Django.

Start with :mod:`games.pairing.pairings`, which pairs the next round, and
:mod:`games.pairing.standings`, which ranks the players. :mod:`games.pairing.event` holds what both
are given. Nothing here writes a sentence: reasons and errors are codes with arguments.

Points are counted in half points everywhere, so that they stay whole numbers: a win at a table of
two is 2, a draw 1. Leagues show these numbers as they are, tournaments show half of them.
"""
