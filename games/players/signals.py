"""What happened to people, for the domains above that keep something of theirs.

All but the last two are sent inside the transaction that made it happen.
"""

from django.dispatch import Signal

player_merged = Signal()
"""``guest`` and ``member``: what is the guest's becomes the member's. Sent before the rows that
point to the guest are handed over, for those who would rather add up than hand over."""

player_left = Signal()
"""``player`` is about to leave for good: take away what is theirs alone."""

export_asked = Signal()
"""``player``: answer with a mapping from headings to what is kept of them, fit for JSON. It may
name others as they are called; it holds no other person's address, rack or words."""

people_parted = Signal()
"""``player`` has blocked ``other``, or does so no more (``parted``)."""

browser_taken = Signal()
"""The browser of this ``request`` is ``player``'s from now on, or a stranger's (``None``)."""

sessions_ended = Signal()
"""``player`` (an id) has the ``epoch`` from now on; sent after the commit."""
