"""What happened at the tables, for the domains above: the seam through which they learn of it.

All are sent inside the transaction that made it happen, with the room's lock held: what a
listener writes is written together with it, or not at all. A listener may read; what takes long,
or goes elsewhere, it leaves to ``transaction.on_commit``.
"""

from django.dispatch import Signal

game_started = Signal()
"""``game``: dealt and running, its seats as they will play."""

game_ended = Signal()
"""``game`` and its ``outcome`` (:class:`games.rules.events.Outcome`), annulled games too."""

room_relisted = Signal()
"""``room``: what the lobby tells of it may have changed."""

visitor_removed = Signal()
"""``room``: its host has sent a watcher away, or let one in again."""

seat_taken = Signal()
"""``game``, ``player`` and the ``seat``'s number."""
