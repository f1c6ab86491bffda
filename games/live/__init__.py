"""Transport by topic: a room, the lobby. Commands never come this way.

``topics`` says what a topic is; what its state is and how it is told is handed in by the domain it
belongs to. ``gallery`` keeps the newest state of each, told once an audience. ``broadcast`` takes
a new one to the hubs of all processes; a process's ``hub`` spreads it (``spreading``) to its own
``listeners``, each with a ``mailbox`` that bounds what a slow reader may cost. ``whispers`` are for
some of them alone, and no part of any picture. ``sockets`` is the ASGI application.
"""
