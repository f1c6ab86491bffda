"""The worker's cleanup loop, which deletes rows older than their retention period in batches."""

from typing import Any

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread
from games.retention.services.expiry import DELETIONS, DeletionStep, delete_batch

CLEANUP_INTERVAL = 20.0
"""Seconds between two rounds. Each round deletes one batch of every kind that has more."""

ROUNDS_BETWEEN_SCANS = 90
"""Rounds before a finished kind is scanned again: half an hour."""


class RetentionCleaner:
    """Remembers where each kind continues and how many rounds it pauses."""

    def __init__(self) -> None:
        self._after: dict[str, Any] = {}
        self._pauses: dict[str, int] = {}

    async def run_round(self) -> None:
        """Run one round. Each batch takes its turn in the database thread, so no game waits for
        two."""
        for kind in DELETIONS:
            if self._pauses.get(kind, 0) > 0:
                self._pauses[kind] -= 1
                continue
            self._remember(
                kind,
                await run_in_database_thread(
                    delete_batch, kind, timezone.now(), self._pop_cursor(kind)
                ),
            )

    def _pop_cursor(self, kind: str) -> Any:
        """Return where to continue, and forget it until the batch is done, so that a kind whose
        batch fails starts over."""
        return self._after.pop(kind, None)

    def _remember(self, kind: str, step: DeletionStep) -> None:
        if step.after is None:
            # Nothing is left, so scanning again soon would only cost queries.
            self._pauses[kind] = ROUNDS_BETWEEN_SCANS
        else:
            self._after[kind] = step.after
