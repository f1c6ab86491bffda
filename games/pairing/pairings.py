"""The entry point of pairing: pair the next round of an event, or the free players of an arena.

The same state is always paired in the same way: nothing depends on time or on chance other than
the state's seed. ``draw_lots`` turns it into lots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.pairing.checks import check_event, check_pinned, check_results
from games.pairing.errors import InvalidEventError
from games.pairing.event import EventPlayer, EventState, Method, PastRound, draw_lots
from games.pairing.field import Encounters, build_field, count_encounters
from games.pairing.methods.arena import FreePlayer, draft_free_players, pair_arena
from games.pairing.methods.australian import pair_nearest_unmet
from games.pairing.methods.automatic import resolve_section
from games.pairing.methods.big_tables import pair_big_tables_by_place, pair_big_tables_by_points
from games.pairing.methods.factor import pair_by_factor
from games.pairing.methods.fontes import pair_fontes
from games.pairing.methods.king_of_the_hill import pair_neighbours
from games.pairing.methods.knockout import pair_knockout
from games.pairing.methods.round_robin import pair_round_robin
from games.pairing.methods.swiss import pair_swiss
from games.pairing.reasons import Reason
from games.pairing.rounds import PairedRound, PairedTable, RoundDraft, TableDraft
from games.pairing.sections import DivisionRound, Section, find_section
from games.pairing.standings import rank_players
from games.pairing.starts import order_turns

__all__ = ["FreePlayer", "list_scheduled_rounds", "pair_free_players", "pair_round"]


class MethodHandler(NamedTuple):
    """What pairs a round by one method, at tables of two and at larger ones."""

    pair: Callable[[DivisionRound], RoundDraft]
    pair_big_tables: Callable[[DivisionRound], RoundDraft] | None = None
    # Whether all earlier results must be known.
    needs_results: bool = True


_HANDLERS: dict[Method, MethodHandler] = {
    Method.ROUND_ROBIN: MethodHandler(pair_round_robin, needs_results=False),
    Method.SWISS: MethodHandler(pair_swiss, pair_big_tables_by_points),
    Method.KING_OF_THE_HILL: MethodHandler(pair_neighbours, pair_big_tables_by_place),
    Method.FACTOR: MethodHandler(pair_by_factor),
    Method.FONTES: MethodHandler(pair_fontes, needs_results=False),
    Method.AUSTRALIAN: MethodHandler(pair_nearest_unmet),
    Method.KNOCKOUT: MethodHandler(pair_knockout),
    Method.ARENA: MethodHandler(pair_arena, pair_arena),
}


def pair_round(
    state: EventState,
    *,
    pinned: Sequence[Sequence[int]] = (),
    pinned_byes: Sequence[int] = (),
) -> PairedRound:
    """Return the pairings of the next round: tables with who starts, byes, and the reasons.

    ``pinned`` are tables that the director has chosen, the starter first, and ``pinned_byes`` those
    to whom they give a bye; everyone else is paired by the round's plan. A manual round needs all
    of them. Divisions are paired separately. Raises InvalidEventError, MissingResultsError or
    NoPairingError.

    >>> from games.pairing.event import EventPlayer, PastRound, PlayedTable, RoundPlan
    >>> players = tuple(EventPlayer(id, rating=2000 - id) for id in (1, 2, 3, 4))
    >>> played = PastRound((PlayedTable((1, 3), (400, 350)), PlayedTable((4, 2), (300, 420))))
    >>> state = EventState(players, (RoundPlan(Method.SWISS),) * 2, (played,))
    >>> for table in pair_round(state).tables:
    ...     print(table.number, table.players, *table.reasons, sep="\\n  ")
    1
      (2, 1)
      Reason(code='swiss.same_points', values=(2,))
      Reason(code='start.fewer', values=(2, 0, 1))
    2
      (3, 4)
      Reason(code='swiss.same_points', values=(0,))
      Reason(code='start.fewer', values=(3, 0, 1))
    """
    check_event(state)
    check_pinned(state, pinned, pinned_byes)
    fixed = {*(player for table in pinned for player in table), *pinned_byes}
    playing = [player for player in state.players if player.plays_in(state.next_number)]
    drafts = {
        division: _draft_division(state, division, fixed)
        for division in sorted({player.division for player in playing})
    }
    parts = list(drafts.values())
    chosen = tuple(Reason("bye.chosen", (player,)) for player in pinned_byes)
    return PairedRound(
        number=state.next_number,
        tables=_settle_tables(state, [*_draft_pinned(pinned), *_list_tables(parts)]),
        byes=(*pinned_byes, *(player for draft in parts for player in draft.byes)),
        resting=tuple(player for draft in parts for player in draft.resting),
        reasons=(*chosen, *(reason for draft in parts for reason in draft.reasons)),
    )


def list_scheduled_rounds(state: EventState) -> tuple[PairedRound, ...]:
    """Return the next rounds as far as their pairings are known already.

    Those of a round robin are known from the start, and the first three of Fontes: results do not
    change them. Entries and withdrawals do, and who starts can change after an absence.

    >>> from games.pairing.event import EventPlayer, RoundPlan
    >>> players = tuple(EventPlayer(id, rating=2000 - id) for id in (1, 2, 3, 4))
    >>> plan = (RoundPlan(Method.ROUND_ROBIN),) * 3 + (RoundPlan(Method.SWISS),)
    >>> for paired in list_scheduled_rounds(EventState(players, plan)):
    ...     print(paired.number, *(table.players for table in paired.tables))
    1 (1, 4) (2, 3)
    2 (3, 1) (4, 2)
    3 (1, 2) (3, 4)
    """
    scheduled = []
    while state.next_number <= len(state.plan) and _is_scheduled(state):
        paired = pair_round(state)
        scheduled.append(paired)
        tables = tuple(table.unplayed for table in paired.tables)
        state = replace(state, rounds=(*state.rounds, PastRound(tables, paired.byes)))
    return tuple(scheduled)


def _is_scheduled(state: EventState) -> bool:
    """Return whether no division needs results for its next round."""
    playing = [player for player in state.players if player.plays_in(state.next_number)]
    sections = [
        _find_section(state, _list_entrants(state, division))
        for division in {player.division for player in playing}
    ]
    handlers = [_HANDLERS.get(section.plan.method) for section in sections]
    return bool(handlers) and all(one is not None and not one.needs_results for one in handlers)


def pair_free_players(state: EventState, free: Iterable[FreePlayer]) -> tuple[PairedTable, ...]:
    """Return tables for the free players of an arena; whoever is in none of them keeps waiting.

    The tables of the arena so far are in ``state.rounds``, in the order in which they were paired;
    their numbers start from 1 here.
    """
    return _settle_tables(state, draft_free_players(state, free))


def _draft_division(state: EventState, division: str, fixed: set[int]) -> RoundDraft:
    entrants = _list_entrants(state, division)
    section = _find_section(state, entrants)
    remarks: tuple[Reason, ...] = ()
    if state.plan[state.next_number - 1].method is Method.AUTOMATIC:
        code = section.plan.method.replace("-", "_")
        remarks = (Reason(f"automatic.{code}", (division,)),)
    playing = [player for player in entrants if player.plays_in(state.next_number)]
    left = [player.id for player in playing if player.id not in fixed]
    if not left:
        return RoundDraft()
    if section.plan.method is Method.MANUAL:
        raise InvalidEventError("manual.players_left", "not at any table", players=left)
    handler = _HANDLERS[section.plan.method]
    if handler.needs_results:
        check_results(state.rounds, [player.id for player in entrants])
    task = DivisionRound(state, section, entrants, build_field(state, playing, fixed))
    pair = handler.pair if state.scoring.table_size == 2 else handler.pair_big_tables
    assert pair is not None  # see check_event
    draft = pair(task)
    return RoundDraft(draft.tables, draft.byes, draft.resting, (*remarks, *draft.reasons))


def _list_entrants(state: EventState, division: str) -> tuple[EventPlayer, ...]:
    return tuple(player for player in state.players if player.division == division)


def _find_section(state: EventState, entrants: Sequence[EventPlayer]) -> Section:
    """Return the section of the next round of one division, with the method that pairs it."""
    section = find_section(state.plan, state.next_number)
    if section.plan.method is Method.AUTOMATIC:
        return resolve_section(state, section, entrants)
    return section


def _draft_pinned(pinned: Sequence[Sequence[int]]) -> list[TableDraft]:
    return [
        TableDraft(tuple(table), (Reason("manual.chosen"),), is_pinned=True) for table in pinned
    ]


def _list_tables(drafts: Iterable[RoundDraft]) -> list[TableDraft]:
    return [table for draft in drafts for table in draft.tables]


def _settle_tables(state: EventState, drafts: Sequence[TableDraft]) -> tuple[PairedTable, ...]:
    """Settle who starts, and number the tables by division and best-placed player."""
    ranked = rank_players(state.players, state.rounds, state.scoring, state.seed)
    divisions = {player.id: player.division for player in state.players}
    keys = {line.player: (divisions[line.player], place) for place, line in enumerate(ranked)}
    lots = draw_lots(state.seed, state.next_number, divisions)
    encounters = count_encounters(state.rounds)
    ordered = sorted(drafts, key=lambda draft: min(keys[player] for player in draft.players))
    return tuple(
        _settle_table(number, draft, encounters, lots, divisions[draft.players[0]])
        for number, draft in enumerate(ordered, 1)
    )


def _settle_table(
    number: int, draft: TableDraft, encounters: Encounters, lots: dict[int, int], division: str
) -> PairedTable:
    players, reason = order_turns(draft, encounters, lots)
    return PairedTable(number, players, division, (*draft.reasons, reason))
