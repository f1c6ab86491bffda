"""Undoing acts of an event: the rows get back what they had before.

In general acts are undone from the last one backwards, because later ones may follow from earlier
ones: a pairing from the entries, a start from a pairing. Two groups of acts may be undone out of
order, as long as the event is not over and no later act has changed the same columns: those from
which nothing follows, such as a penalty, and results that have not ended their round.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import CASCADE, Model

from games.events.models import Event, EventAct, EventRound, EventSeat, EventTable
from games.events.services.acts import ActRecorder, record_act
from games.events.services.announcements import withdraw_announcement, withdraw_entry_notices
from games.events.services.stored_rows import parse_row, read_value
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, NotFound

NOTHING_FOLLOWS = frozenset(
    {"announce", "penalise", "void", "scoring", "add_director", "remove_director"}
)
"""Kinds of acts on which no later act depends."""
RESULTS = frozenset({"result", "correct", "clear"})
PASSED_OVER = frozenset({"undo", "hold"})
"""Kinds of acts that are not undone, and keep no earlier one from being undone."""

_SEAT, _TABLE, _ROUND = (model._meta.label_lower for model in (EventSeat, EventTable, EventRound))

Column = tuple[str, Any, str]


def undo_act(code: str, director: Player, number: int, now: datetime, key: str = "") -> None:
    """Undo an act: all rows get back what they had before it.

    Raises ``Conflict`` for an act that cannot be undone: because a later one has to be undone
    first, or because its rows have changed since.
    """
    with record_act(code, director, "undo", now, key) as recorder:
        event = recorder.event
        act = event.acts.filter(number=number).first()
        if act is None:
            raise NotFound("event.no_act")
        if act.undone_at is not None or _is_lasting(event, act):
            raise Conflict("event.lasting")
        later = event.acts.filter(number__gte=number).order_by("-number")
        if number not in find_undoable(event, list(later)):
            raise Conflict("event.undo_later_first")
        if act.kind in ("add_entrant", "reenter"):
            withdraw_entry_notices(event, [change["row"] for change in act.changes])
        for change in reversed(act.changes):
            _revert(recorder, change)
        if not event.directors.exists():
            raise Conflict("event.last_director")
        if act.kind == "announce":
            withdraw_announcement(event, act.data["text"])
        act.undone_at = now
        act.save(update_fields=["undone_at"])
        recorder.say(undone=number, of=act.kind, **act.data)


def find_undoable(event: Event, acts: Sequence[EventAct]) -> set[int]:
    """Return the numbers of the acts that can be undone now.

    ``acts`` are the newest ones of the event, the newest first.
    """
    found: set[int] = set()
    changed: set[Column] = set()
    is_last, is_followed, round_moved = True, False, False
    for act in acts:
        if act.undone_at is not None or act.kind in PASSED_OVER:
            continue
        columns = set(_list_columns(act))
        if is_last or not act.changes:
            may_undo = not _is_lasting(event, act)
        elif event.is_over or _is_lasting(event, act):
            may_undo = False
        elif _is_result_alone(event, act):
            may_undo = not (round_moved and _settles_table(act))
        else:
            may_undo = act.kind in NOTHING_FOLLOWS or not is_followed
        if may_undo and not columns & changed:
            found.add(act.number)
        changed |= columns
        is_last = is_last and not act.changes
        is_followed = is_followed or act.kind not in NOTHING_FOLLOWS
        round_moved = round_moved or any(table == _ROUND for table, _row, _column in columns)
    return found


def _is_lasting(event: Event, act: EventAct) -> bool:
    """Return whether an act cannot be undone, because rooms have opened by it."""
    if act.kind in ("undo", "start_arena"):
        return True
    return act.kind == "start_round" and not event.on_boards


def _is_result_alone(event: Event, act: EventAct) -> bool:
    """Return whether an act only gave a table a result. In an arena, new tables follow from it."""
    if act.kind not in RESULTS or event.arena_minutes is not None:
        return False
    return all(change["table"] in (_SEAT, _TABLE) for change in act.changes)


def _settles_table(act: EventAct) -> bool:
    """Return whether a table had no result before the act, or has none after it."""
    none = EventTable.Source.NONE
    return any(
        none in (change["before"].get("result_from"), change["after"].get("result_from"))
        for change in act.changes
        if change["table"] == _TABLE
    )


def _list_columns(act: EventAct) -> Iterator[Column]:
    """Yield what an act has changed. A new row counts with all its columns."""
    for change in act.changes:
        for column in {**(change["before"] or {}), **(change["after"] or {})}:
            yield change["table"], change["row"], column


def _revert(recorder: ActRecorder, change: dict[str, Any]) -> None:
    model = apps.get_model(change["table"])
    before, after = change["before"], change["after"]
    if after is None:
        recorder.create(model(pk=change["row"], **parse_row(model, before)))
        return
    row = model._default_manager.filter(pk=change["row"]).first()
    if row is None or any(read_value(row, name) != value for name, value in after.items()):
        raise Conflict("event.changed_since")
    if before is None:
        if _has_rows_below(row):
            raise Conflict("event.changed_since")
        recorder.delete(row)
    else:
        recorder.update(row, **parse_row(model, before))


def _has_rows_below(row: Model) -> bool:
    """Return whether other rows belong to this one and would be deleted with it."""
    relations = [one for one in row._meta.related_objects if one.on_delete is CASCADE]
    return any(
        one.related_model._default_manager.filter(**{one.field.name: row}).exists()
        for one in relations
    )
