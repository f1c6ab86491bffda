"""What happened to uploads, for the domains above that keep something of theirs."""

from django.dispatch import Signal

upload_gone = Signal()
"""The upload with this ``record_id`` is no more: sent in the transaction that deletes it."""
