"""Signals about uploads, for other domains with data about them."""

from django.dispatch import Signal

upload_shared = Signal()
"""The ``upload`` is now public. Sent in the transaction that shares it."""

upload_deleted = Signal()
"""The upload with this ``record_id`` is deleted. Sent in the transaction that deletes it."""
