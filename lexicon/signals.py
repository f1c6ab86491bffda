"""What the lexicon tells whoever listens; it knows no listener."""

from django.dispatch import Signal

dispute_answered = Signal()
"""Sent with ``dispute`` inside the transaction that answers it: a receiver that fails undoes it."""
