"""Games that continue while parts of the site are killed, hang, or run out of resources.

``game_clients`` play and remember which moves were acknowledged, ``faults`` break things, ``run``
does both at once, and ``move_audit`` compares with the database afterwards. ``python -m
tests.chaos`` is the long run.
"""
