"""Signals of the lexicon app, which knows none of their receivers."""

from django.dispatch import Signal

dispute_answered = Signal()
"""Sent with ``dispute`` in the transaction that answers it, so a failing receiver rolls it back."""
