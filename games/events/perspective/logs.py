"""The log of an event: what was done, by whom, and whether it was undone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from games.events.models import Event, EventAct
from games.events.perspective.wording import describe_act


@dataclass(frozen=True, slots=True)
class LogLine:
    number: int
    text: str
    who: str
    made_at: datetime
    undone: bool
    # Whether it can be undone now. Only the director's desk says so.
    undoable: bool
    # Whether it is what the director said to everyone.
    announced: bool


def build_log(event: Event, most: int | None = None) -> list[LogLine]:
    """Return what was done in an event, the newest first."""
    return list_log_lines(event.acts.select_related("actor").order_by("-number")[:most])


def list_log_lines(
    acts: Iterable[EventAct], undoable: Collection[int] = frozenset()
) -> list[LogLine]:
    """Return the lines of acts; ``undoable`` are the numbers of those that can be undone now."""
    return [
        LogLine(
            number=act.number,
            text=describe_act(act),
            who=act.actor.shown_name if act.actor else "",
            made_at=act.made_at,
            undone=act.undone_at is not None,
            undoable=act.number in undoable,
            announced=act.kind == "announce",
        )
        for act in acts
    ]
