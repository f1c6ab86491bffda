"""What analyses bring about elsewhere."""

from django.dispatch import Signal

analysed = Signal()
"""``record_id`` and ``level``: a report is complete, and may be found by ``find_report``. Sent in
the transaction that keeps it; what takes long is left to ``transaction.on_commit``."""
