"""The only writers. Each function is one transaction that starts by locking the room's row.

``rooms`` opens rooms and starts games, ``seats`` fills them, ``teams`` has what a shared seat has
besides, ``invitations`` asks known players, ``turns`` applies the acts of the game, ``referee``
those that time brings. What a service refuses it says with a
:class:`games.common.refusals.Refusal`; nothing is changed then. Callers publish the change
afterwards with :func:`games.live.broadcast.publish`.
"""
