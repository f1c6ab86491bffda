"""The director's desk: the event with everything a director can do about it."""

from dataclasses import dataclass

from games.events.models import Entrant, Event, EventRound
from games.events.perspective.event_views import EventView, LogLine, build_event_view, build_log
from games.events.services.acts import LASTING
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class DeskEntrant:
    """An entrant as the desk lists them."""

    pk: int
    name: str
    rating: int
    seed: int | None
    team: str
    division: str
    withdrawn: bool
    checked_in: bool
    penalised: bool


@dataclass(frozen=True, slots=True)
class DeskView:
    """The desk of an event."""

    event: EventView
    entrants: tuple[DeskEntrant, ...]
    divisions: tuple[str, ...]
    checks_in: bool
    # What may be done now.
    may_pair: bool
    may_start: bool
    may_end: bool
    # Tables without a result, by number.
    missing: tuple[int, ...]
    log: tuple[LogLine, ...]
    # The act that can be undone next, 0 if none can.
    undoable: int


def build_desk_view(event: Event, director: Player) -> DeskView:
    """Return the desk of an event that the player directs."""
    view = build_event_view(event, director)
    rounds = list(event.rounds.prefetch_related("tables"))
    last = rounds[-1] if rounds else None
    open_round = last is not None and last.stage != EventRound.Stage.OVER
    entrants = [_build_entrant(one) for one in event.entrants.select_related("player")]
    going_on = not event.is_over
    more = len(rounds) < len(event.plan)
    return DeskView(
        event=view,
        entrants=tuple(sorted(entrants, key=lambda one: (one.withdrawn, one.name.casefold()))),
        divisions=tuple(event.divisions),
        checks_in=event.checks_in,
        may_pair=going_on and not open_round and more and not event.paused,
        may_start=last is not None and last.stage == EventRound.Stage.PAIRED,
        may_end=going_on and not open_round,
        missing=tuple(
            table.number for table in last.tables.all() if not table.has_result
        )
        if last is not None and last.stage == EventRound.Stage.STARTED
        else (),
        log=tuple(build_log(event, 30)),
        undoable=_find_undoable(event),
    )


def _build_entrant(one: Entrant) -> DeskEntrant:
    return DeskEntrant(
        pk=one.pk,
        name=one.shown_name,
        rating=one.rating,
        seed=one.seed,
        team=one.team,
        division=one.division,
        withdrawn=one.withdrawn_from is not None,
        checked_in=one.checked_in_at is not None,
        penalised=bool(one.penalty_half_points or one.penalty_spread),
    )


def _find_undoable(event: Event) -> int:
    acts = event.acts.filter(undone_at=None).exclude(kind__in=LASTING)
    return acts.order_by("-number").values_list("number", flat=True).first() or 0
