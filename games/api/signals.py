"""Signals about API tokens."""

from django.dispatch import Signal

token_revoked = Signal()
"""A token was revoked. Sent after the commit."""
