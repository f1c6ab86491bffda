"""Signals about analyses."""

from django.dispatch import Signal

analysis_completed = Signal()
"""A report is complete and ``find_report`` returns it. Arguments: ``record_id`` and ``level``.

Sent inside the transaction that saves it; receivers should defer slow work with
``transaction.on_commit``.
"""
