"""What happened in duplicate games, announced to the domains above.

A signal is sent inside the transaction of its change, with the game's lock held.
"""

from django.dispatch import Signal

duplicate_ended = Signal()
"""``game``: it is over, with all its turns."""
