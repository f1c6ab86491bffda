"""Acts in an event: each is carried out once, logged for everyone, and can be undone.

An act changes rows only through its :class:`ActRecorder`, which notes every row before and after.
So undoing an act needs no code of its own: see :mod:`games.events.services.undoing`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Max, Model

from games.events.models import Event, EventAct
from games.events.services.access import require_director
from games.events.services.locking import locked_event
from games.events.services.stored_rows import Row, read_row, read_value
from games.players.models import Player
from games.players.services.action_log import log_action
from scrabble_site.shared.refusals import Conflict

M = TypeVar("M", bound=Model)

ALWAYS_LOGGED = frozenset({"undo", "announce", "hold"})
"""Kinds of acts that are logged even if they changed no row."""


class ActRecorder:
    """Changes rows on behalf of one act, and notes what it changes."""

    def __init__(self, event: Event, kind: str, *, directing: bool) -> None:
        self.event, self.kind = event, kind
        # Whether the actor acts as a director, which is in the administrators' log as well.
        self.directing = directing
        self.data: dict[str, Any] = {}
        self._changes: list[dict[str, Any]] = []

    def say(self, **data: Any) -> None:
        """Add arguments to the act's sentence in the log."""
        self.data |= data

    def create(self, row: M) -> M:
        """Insert a row."""
        row.save(force_insert=True)
        self._note(row, None, read_row(row))
        return row

    def update(self, row: M, **values: Any) -> M:
        """Change columns of a row. Values that are there already are no change."""
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        if changed:
            before = {name: read_value(row, name) for name in changed}
            for name, value in changed.items():
                setattr(row, name, value)
            row.save(update_fields=list(changed))
            self._note(row, before, {name: read_value(row, name) for name in changed})
        return row

    def delete(self, row: Model) -> None:
        """Delete a row. Rows that point to it have to be deleted before."""
        self._note(row, read_row(row), None)
        row.delete()

    def store(self, actor: Player | None, key: str, now: datetime) -> None:
        """Write the act into the log, and give the event a new stamp. An act that changed nothing
        leaves no trace."""
        if not self._changes and self.kind not in ALWAYS_LOGGED:
            return
        last = self.event.acts.aggregate(last=Max("number"))["last"] or 0
        EventAct.objects.create(
            event=self.event,
            number=last + 1,
            kind=self.kind,
            data=self.data,
            changes=self._changes,
            actor=actor,
            key=key,
            made_at=now,
        )
        if self.directing and actor is not None:
            log_action(actor.user_id, self.event, _summarize(self.kind, self.data))
        self.event.stamp += 1
        self.event.save(update_fields=["stamp"])

    def _note(self, row: Model, before: Row | None, after: Row | None) -> None:
        change = {"table": row._meta.label_lower, "row": row.pk, "before": before, "after": after}
        self._changes.append(change)


@contextmanager
def record_act(
    code: str,
    actor: Player | None,
    kind: str,
    now: datetime,
    key: str = "",
    *,
    directing: bool = True,
) -> Iterator[ActRecorder]:
    """Lock an event for one act, and log the act once the block has ended.

    ``actor`` is ``None`` for the site itself. With ``directing``, the actor must direct the event.
    Raises ``AlreadyDone`` for a ``key`` that was sent before.
    """
    with locked_event(code) as event:
        if directing and actor is not None:
            require_director(event, actor)
        if key and event.acts.filter(key=key).exists():
            raise AlreadyDone
        recorder = ActRecorder(event, kind, directing=directing)
        yield recorder
        recorder.store(actor, key, now)


class AlreadyDone(Exception):  # noqa: N818 - the act succeeds
    """Raised for an act that was carried out before, so that sending it twice succeeds."""


def require_not_over(event: Event) -> None:
    """Raise ``Conflict`` for an event that is over or was called off."""
    if event.is_over:
        raise Conflict("event.over")


def _summarize(kind: str, data: dict[str, Any]) -> str:
    """Return an act for the administrators' log, such as "penalise: name Ann, half_points 2"."""
    return f"{kind}: " + ", ".join(f"{name} {value}" for name, value in data.items())
