"""Live updates over WebSockets, by topic (a room, the lobby). Commands travel by HTTP POST instead.

``topics`` defines what a topic is; the domain that owns it supplies its state and renders it.
``state_cache`` keeps the newest state of each topic, rendered once per perspective. ``broadcast``
announces a new state to the hubs of all processes. Each process's ``hub`` sends it (``delivery``)
to its own ``subscribers``; each has a ``mailbox`` that limits what a slow reader can cost.
``direct_messages`` go to some viewers only and are not part of any state. ``sockets`` is the ASGI
application.
"""
