"""Games that go on while parts of the site are killed, hang, or run out of something.

``players`` play and remember what was acknowledged, ``faults`` break things, ``run`` does both at
once and ``account`` looks afterwards what became of it all. ``python -m tests.chaos`` runs long.
"""
