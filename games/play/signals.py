"""What happened at the tables, announced to the domains above.

Every signal is sent inside the transaction of its change, with the room's lock held. What a
receiver writes is committed or rolled back with the change. Receivers leave slow work, and anything
outside the database, to ``transaction.on_commit``.
"""

from django.dispatch import Signal

game_started = Signal()
"""``game``: dealt and running, its seats as they will play."""

game_ended = Signal()
"""``game`` and its ``outcome`` (:class:`games.rules.plays.events.Outcome`), annulled games too."""

words_voted_on = Signal()
"""``game``, the ``words`` of a play that are not in the dictionary, as their tiles spell them, and
whether the other players ``allowed`` them."""

room_relisted = Signal()
"""``room``: what the lobby shows of it may have changed."""

visitor_removed = Signal()
"""``room``: its host has sent a spectator away, or let one in again."""

seat_taken = Signal()
"""``game``, ``player`` and the ``seat``'s number."""

outage_ended = Signal()
"""The site was down from ``began`` to ``ended``: give that time back to what was running. Sent
without a room's lock."""
