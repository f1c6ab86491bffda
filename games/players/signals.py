"""Signals about players, for the domains that keep data about them.

Those up to :data:`block_changed` are sent inside the transaction of the event.
"""

from django.dispatch import Signal

player_merged = Signal()
"""``guest`` has become ``member``, who takes over the guest's data. Sent before the rows that point
to the guest are changed, for domains that have to merge rows rather than move them."""

player_left = Signal()
"""``player`` is about to leave for good: delete data that belongs to no one else."""

export_requested = Signal()
"""``player`` wants a copy of their data: return a mapping from headings to JSON values. It may
contain the nicknames of other people, but not their addresses, racks or messages."""

player_renamed = Signal()
"""``player`` has another name from now on."""

block_changed = Signal()
"""``player`` has blocked ``other`` or, if ``blocked`` is false, unblocked them."""

browser_reassigned = Signal()
"""The browser that sent ``request`` now belongs to ``player``, or to a stranger (``None``)."""

sessions_ended = Signal()
"""All sessions of ``player`` (an id) have ended; ``epoch`` is the new one. Sent after the
commit."""

session_validity_changed = Signal()
"""One or all sessions of ``player`` (an id) have ended; ``validity`` says which are valid. Sent
after the commit."""

session_left = Signal()
"""A browser leaves the member's session named by ``claim``, by logging out or by switching to
another session."""
