"""The page of an event: where it stands, this round's tables, standings and what one can do."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.events.models import Entrant, Event, EventRound
from games.events.perspective.logs import LogLine, build_log
from games.events.perspective.round_views import (
    EventTableView,
    RoundView,
    build_round,
)
from games.events.perspective.shared_parts import load_shared_parts
from games.events.perspective.standings import (
    EventStanding,
    build_person,
    describe_team,
    join_names,
)
from games.events.perspective.team_standings import TeamLine, build_team_standings
from games.events.perspective.wording import (
    ENTRY_TEXTS,
    METHOD_LABELS,
    count_boards,
    count_minutes,
    count_rounds,
)
from games.events.services.access import is_director
from games.events.services.club_entry import may_enter_as_member
from games.events.services.missed_rounds import find_missable_round
from games.events.services.shared_racks import count_free_places, make_team_token
from games.events.store.event_state import EventRows, read_plan
from games.play.models import Room
from games.play.perspective import describe_options
from games.play.perspective.viewdata import PersonView
from games.players.models import Player
from games.rules.positions.variants import get_variant

LATEST_ACTS = 20
MAX_LISTED = 30
"""How many tables and places of each division the page lists, since everyone gets all of them after
each change. The pages of the round and of all results list the others."""


@dataclass(frozen=True, slots=True)
class ListedStandings:
    """The first places of a division, and how many there are. Without divisions its name is ""."""

    division: str
    rows: tuple[EventStanding, ...]
    places: int


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team that shares a rack, as its people see it."""

    name: str
    people: str
    # Whether the viewer has entered it, and could withdraw all of it.
    leads: bool
    # The page on which others join, "" if there is no place left.
    join_path: str


@dataclass(frozen=True, slots=True)
class EventView:
    """An event as one viewer sees it."""

    code: str
    stamp: int
    title: str
    about: str
    summary: tuple[str, ...]
    stage: str
    paused: bool
    on_boards: bool
    starts_at: datetime | None
    # Whether it is an arena, and when one that has started stops pairing.
    arena: bool
    ends_at: datetime | None
    rounds_planned: int
    # Numbers of the rounds that have been paired.
    rounds: tuple[int, ...]
    # The round that is being played, or else the last one; and one that has been paired ahead.
    current: RoundView | None
    coming: RoundView | None
    standings: tuple[ListedStandings, ...]
    teams: tuple[TeamLine, ...]
    # Boards of a match if teams meet teams, and the teams that have players.
    boards: int
    shared_racks: bool
    team_names: tuple[str, ...]
    # Everyone who takes part, and who shares the rack with them.
    entrants: tuple[tuple[PersonView, str], ...]
    log: tuple[LogLine, ...]
    checks_in: bool
    # Who may enter, in words; "" for anyone.
    entry_text: str
    places_left: int | None
    # About the viewer.
    directing: bool = False
    entered: bool = False
    checked_in: bool = False
    # Whether a director has entered the viewer, who has yet to confirm it.
    unconfirmed: bool = False
    may_enter: bool = False
    # The round that the viewer can ask to miss, 0 for none, and whether they have.
    missable_round: int = 0
    misses_round: bool = False
    # The viewer's team if it shares a rack.
    own_team: OwnTeam | None = None
    own_table: EventTableView | None = None
    # The viewer's table in a round that has not started.
    own_next_table: EventTableView | None = None
    own_bye: bool = False
    own_standing: EventStanding | None = None

    @property
    def follows(self) -> bool:
        """Whether the page has parts about the viewer that change."""
        return self.entered or self.may_enter

    @property
    def refresh_window_ms(self) -> int:
        """Milliseconds over which open pages spread their requests for the viewer's parts after a
        change."""
        return compute_refresh_window_ms(len(self.entrants))


def compute_refresh_window_ms(entrants: int) -> int:
    """Return within how many milliseconds open pages ask for what the live bundle does not have.

    The more people are in an event, the more pages may ask.
    """
    return max(500, 20 * entrants)


def build_event_view(
    event: Event,
    viewer: Player | None,
    most: int | None = MAX_LISTED,
    acts: int = LATEST_ACTS,
) -> EventView:
    """Return what a viewer sees of an event; ``None`` is a stranger.

    ``most`` is how many tables and places of each division are listed, ``None`` for all; ``acts``
    is how many of the latest ones are.
    """
    shared = load_shared_parts(event)
    rows, standings = shared.rows, shared.standings
    names = rows.list_names()
    entrant, missable = rows.find_own_entrant(viewer), find_missable_round(event)
    current, coming = (
        build_round(rows, one, names, entrant, most=most) if one is not None else None
        for one in (rows.current, rows.coming)
    )
    return EventView(
        code=event.code,
        stamp=event.stamp,
        title=event.title,
        about=event.about,
        summary=_describe_event(event),
        stage=event.stage,
        paused=event.paused,
        on_boards=event.on_boards,
        starts_at=event.starts_at,
        arena=event.arena_minutes is not None,
        ends_at=event.ends_at,
        rounds_planned=len(event.plan),
        rounds=tuple(one.number for one in rows.rounds),
        current=current,
        coming=coming,
        standings=tuple(
            ListedStandings(name, tuple(some[:most]), len(some)) for name, some in standings
        ),
        teams=build_team_standings(rows) if rows.rounds else (),
        boards=event.boards,
        team_names=tuple(sorted({one.team for one in rows.entrants if one.team})),
        entrants=tuple(
            (build_person(one), describe_team(one) if event.shared_racks else "")
            for one in rows.entrants
            if one.withdrawn_from is None and not one.unconfirmed
        ),
        log=tuple(build_log(event, acts)) if acts else (),
        checks_in=event.checks_in,
        entry_text=str(ENTRY_TEXTS.get(event.entry, "")),
        places_left=_count_places_left(event, rows),
        directing=is_director(event, viewer),
        entered=entrant is not None and entrant.withdrawn_from is None,
        checked_in=entrant is not None and entrant.checked_in_at is not None,
        unconfirmed=entrant is not None and entrant.unconfirmed,
        may_enter=_may_enter(event, entrant, viewer),
        missable_round=missable,
        misses_round=entrant is not None and missable in entrant.sits_out,
        shared_racks=event.shared_racks,
        own_team=_build_own_team(event, entrant, viewer),
        own_table=current.find_own_table() if current is not None else None,
        own_next_table=_find_next_table(current, coming),
        own_bye=entrant is not None and current is not None and entrant.pk in current.bye_ids,
        own_standing=_find_standing([row for _name, some in standings for row in some], entrant),
    )


def _build_own_team(event: Event, entrant: Entrant | None, viewer: Player | None) -> OwnTeam | None:
    if not event.shared_racks or entrant is None or viewer is None:
        return None
    open_ = not event.is_over and entrant.withdrawn_from is None
    path = ""
    if open_ and count_free_places(event, entrant) > 0:
        path = reverse("games:join_team", args=[event.code, entrant.pk, make_team_token(entrant)])
    return OwnTeam(
        name=entrant.shown_name,
        people=join_names(entrant),
        leads=entrant.player_id == viewer.pk,
        join_path=path,
    )


def _find_next_table(current: RoundView | None, coming: RoundView | None) -> EventTableView | None:
    """Return the viewer's table in a round that has been paired and has not started."""
    if coming is None and current is not None and current.stage == EventRound.Stage.PAIRED:
        coming = current
    return coming.find_own_table() if coming is not None else None


def _find_standing(standings: list[EventStanding], entrant: Entrant | None) -> EventStanding | None:
    """Return an entrant's line once anyone has a result."""
    if entrant is None or not any(row.wins + row.draws + row.losses for row in standings):
        return None
    return next((row for row in standings if row.entrant == entrant.pk), None)


def _count_places_left(event: Event, rows: EventRows) -> int | None:
    if event.places is None:
        return None
    return event.places - sum(one.withdrawn_from is None for one in rows.entrants)


def _describe_event(event: Event) -> tuple[str, ...]:
    room = Room(
        variant=event.variant,
        edition=event.edition,
        lexicon=event.lexicon,
        options=event.options,
        rated=event.rated,
        racks=event.racks,
        seats_total=event.table_size,
        team_size=get_variant(event.variant).team_size if event.shared_racks else 1,
    )
    methods = dict.fromkeys(str(METHOD_LABELS[one.method]) for one in read_plan(event))
    played = describe_options(room)
    length = count_rounds(len(event.plan))
    if event.arena_minutes is not None:
        length = count_minutes(event.arena_minutes)
    boards = (count_boards(event.boards),) if event.boards else ()
    return (get_variant(event.variant).name, length, *methods, *boards, *played)


def _may_enter(event: Event, entrant: Entrant | None, viewer: Player | None) -> bool:
    if event.is_over or (entrant is not None and entrant.withdrawn_from is None):
        return False
    if entrant is not None and entrant.voided_from is not None:
        return False
    if event.entry in (Event.Entry.ANYONE, Event.Entry.LINK) or is_director(event, viewer):
        return True
    if event.entry != Event.Entry.CLUB or viewer is None:
        return False
    return may_enter_as_member(event, viewer)
