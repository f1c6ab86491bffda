"""Acts in an event: each is carried out once, logged for everyone, and can be undone.

An act changes rows only through its :class:`ActRecorder`, which notes every row before and after.
So undoing an act needs no code of its own: the rows get back what they had, unless someone has
changed them since. Acts are undone in reverse order.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar, cast

from django.apps import apps
from django.db.models import CASCADE, DateTimeField, Field, ForeignKey, Max, Model, UUIDField

from games.events.models import Event, EventAct
from games.events.services.announcements import withdraw_announcement, withdraw_entry_notices
from games.events.services.locking import locked_event, require_director
from games.players.models import Player
from games.players.services.action_log import log_action
from scrabble_site.shared.refusals import Conflict, NotFound

M = TypeVar("M", bound=Model)
Row = dict[str, Any]

ALWAYS_LOGGED = frozenset({"undo", "announce", "hold"})
"""Kinds of acts that are logged even if they changed no row, and passed over when undoing."""


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
        self._note(row, None, _read_row(row))
        return row

    def update(self, row: M, **values: Any) -> M:
        """Change columns of a row. Values that are there already are no change."""
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        if changed:
            before = {name: _read_value(row, name) for name in changed}
            for name, value in changed.items():
                setattr(row, name, value)
            row.save(update_fields=list(changed))
            self._note(row, before, {name: _read_value(row, name) for name in changed})
        return row

    def delete(self, row: Model) -> None:
        """Delete a row. Rows that point to it have to be deleted before."""
        self._note(row, _read_row(row), None)
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


def undo_act(code: str, director: Player, number: int, now: datetime, key: str = "") -> None:
    """Undo an act: all rows get back what they had before it.

    Raises ``Conflict`` for an act that cannot be undone: because a later one has to be undone
    first, or because its rows have changed since.
    """
    with record_act(code, director, "undo", now, key) as recorder:
        act = recorder.event.acts.filter(number=number).first()
        if act is None:
            raise NotFound("event.no_act")
        if act.undone_at is not None or _is_lasting(recorder.event, act.kind):
            raise Conflict("event.lasting")
        if find_undoable(recorder.event) != number and act.changes:
            raise Conflict("event.undo_later_first")
        if act.kind in ("add_entrant", "reenter"):
            withdraw_entry_notices(recorder.event, [change["row"] for change in act.changes])
        for change in reversed(act.changes):
            _revert(recorder, change)
        if act.kind == "announce":
            withdraw_announcement(recorder.event, act.data["text"])
        act.undone_at = now
        act.save(update_fields=["undone_at"])
        recorder.say(undone=number, of=act.kind, **act.data)


def find_undoable(event: Event) -> int:
    """Return the number of the act that can be undone next, 0 for none."""
    acts = event.acts.filter(undone_at=None).exclude(kind__in=ALWAYS_LOGGED)
    last = acts.order_by("-number").values_list("number", "kind").first()
    return last[0] if last is not None and not _is_lasting(event, last[1]) else 0


def _is_lasting(event: Event, kind: str) -> bool:
    """Return whether acts of this kind cannot be undone, because rooms have opened by it."""
    if kind in ("undo", "start_arena"):
        return True
    return kind == "start_round" and not event.on_boards


def _revert(recorder: ActRecorder, change: dict[str, Any]) -> None:
    model = apps.get_model(change["table"])
    before, after = change["before"], change["after"]
    if after is None:
        recorder.create(model(pk=change["row"], **_parse_row(model, before)))
        return
    row = model._default_manager.filter(pk=change["row"]).first()
    if row is None or any(_read_value(row, name) != value for name, value in after.items()):
        raise Conflict("event.changed_since")
    if before is None:
        if _has_rows_below(row):
            raise Conflict("event.changed_since")
        recorder.delete(row)
    else:
        recorder.update(row, **_parse_row(model, before))


def _summarize(kind: str, data: dict[str, Any]) -> str:
    """Return an act for the administrators' log, such as "penalise: name Ann, half_points 2"."""
    return f"{kind}: " + ", ".join(f"{name} {value}" for name, value in data.items())


def _has_rows_below(row: Model) -> bool:
    """Return whether other rows belong to this one and would be deleted with it."""
    relations = [one for one in row._meta.related_objects if one.on_delete is CASCADE]
    return any(
        one.related_model._default_manager.filter(**{one.field.name: row}).exists()
        for one in relations
    )


def _read_row(row: Model) -> Row:
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return {name: _read_value(row, name) for name in names}


def _read_value(row: Model, name: str) -> Any:
    """Return a column as it is stored in the log: instants and ids as text."""
    value, field = getattr(row, name), _get_field(type(row), name)
    return field.value_to_string(row) if value is not None and _is_text(field) else value


def _parse_row(model: type[Model], stored: Row) -> Row:
    fields = {name: _get_field(model, name) for name in stored}
    return {
        name: fields[name].to_python(value) if _is_text(fields[name]) else value
        for name, value in stored.items()
    }


def _get_field(model: type[Model], name: str) -> "Field[Any, Any]":
    return cast("Field[Any, Any]", model._meta.get_field(name))


def _is_text(field: "Field[Any, Any]") -> bool:
    target = field.target_field if isinstance(field, ForeignKey) else field
    return isinstance(target, DateTimeField | UUIDField)
