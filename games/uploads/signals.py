"""What happened to uploads, for the domains above that keep something of theirs."""

from django.dispatch import Signal

upload_shared = Signal()
"""Everybody may see the ``upload`` from now on: sent in the transaction that shares it."""

upload_gone = Signal()
"""The upload with this ``record_id`` is no more: sent in the transaction that deletes it."""
