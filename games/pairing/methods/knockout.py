"""Knock-out: a seeded bracket in which the winner of up to ``best_of`` games advances.

A drawn game decides nothing and is played again. Whoever meets a withdrawn player advances, and so
do the first seeds if the bracket has empty places. Matches of the next stage begin as soon as both
players are known. If the plan says so, those who are out continue among themselves by Swiss.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games.pairing.event import PlayedTable
from games.pairing.field import build_field
from games.pairing.field_matching import match_field
from games.pairing.methods.drafts import draft_pairs
from games.pairing.methods.schedules import join_drafts, list_starters
from games.pairing.policies import SWISS_POLICIES
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft, TableDraft
from games.pairing.scoring import rank_table
from games.pairing.sections import DivisionRound
from games.pairing.standings import rank_players


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match whose winner is not known yet."""

    players: tuple[int, int]
    # Players who were still in when its stage began, a power of two.
    remaining: int
    # The number of the next game, counting drawn ones.
    game: int
    is_replay: bool


class BracketSlot(NamedTuple):
    """A place in the bracket: a player, an empty place, or one that is still open."""

    player: int | None = None
    is_open: bool = False


@dataclass
class Bracket:
    """How a knock-out stands: what is to be played, and who is out."""

    open_matches: list[KnockoutMatch] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    # Players whom an empty place of the first stage lets through.
    byes: list[int] = field(default_factory=list)
    winner: int | None = None


def list_bracket(size: int) -> list[int]:
    """Return the seeds from the top of a bracket to its bottom, from 0; a power of two.

    >>> list_bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seats = [0]
    while len(seats) < size:
        last = 2 * len(seats) - 1
        seats = [seat for one in seats for seat in (one, last - one)]
    return seats


def build_bracket(task: DivisionRound) -> Bracket:
    """Return how the knock-out of this section stands before the next round."""
    state, first = task.state, task.section.first
    starters = list_starters(task)
    ranked = rank_players(starters, state.rounds[: first - 1], state.scoring, state.seed)
    size = 1
    while size < len(ranked):
        size *= 2
    stage = [
        BracketSlot(ranked[seed].player if seed < len(ranked) else None)
        for seed in list_bracket(size)
    ]
    bracket = Bracket()
    bracket.byes = [
        player
        for pair in zip(stage[::2], stage[1::2], strict=False)
        for player in (pair[0].player, pair[1].player)
        if player is not None and None in (pair[0].player, pair[1].player)
    ]
    while len(stage) > 1:
        stage = [
            _decide_match(task, bracket, one, other, len(stage))
            for one, other in zip(stage[::2], stage[1::2], strict=True)
        ]
    bracket.winner = stage[0].player
    return bracket


def _decide_match(
    task: DivisionRound, bracket: Bracket, one: BracketSlot, other: BracketSlot, remaining: int
) -> BracketSlot:
    """Return who advances from a match; note who is out, or that it is to be played."""
    if one.is_open or other.is_open:
        return BracketSlot(is_open=True)
    if one.player is None or other.player is None:
        return one if other.player is None else other
    number = task.state.next_number
    gone = {player.id for player in task.entrants if player.has_withdrawn(number)}
    games, winner = _count_games(task, one.player, other.player)
    if winner is None and gone & {one.player, other.player}:
        winner = other.player if one.player in gone else one.player
    if winner is not None:
        bracket.out.add(one.player + other.player - winner)
        return BracketSlot(winner)
    is_replay = bool(games) and _find_winner(games[-1]) is None
    bracket.open_matches.append(
        KnockoutMatch((one.player, other.player), remaining, len(games) + 1, is_replay)
    )
    return BracketSlot(is_open=True)


def _count_games(task: DivisionRound, one: int, other: int) -> tuple[list[PlayedTable], int | None]:
    """Return the games of a match and who has won it, if anyone has."""
    games: list[PlayedTable] = []
    wins = {one: 0, other: 0}
    for past in task.state.rounds[task.section.first - 1 :]:
        for table in past.tables:
            if set(table.players) == {one, other} and table.has_result:
                games.append(table)
                winner = _find_winner(table)
                if winner is not None:
                    wins[winner] += 1
                    if 2 * wins[winner] > task.section.plan.best_of:
                        return games, winner
    return games, None


def _find_winner(table: PlayedTable) -> int | None:
    """Return the only player in first place, or None after a draw or if nobody appeared."""
    first = [player for player, place in rank_table(table).items() if place == 1]
    return first[0] if len(first) == 1 else None


def pair_knockout(task: DivisionRound) -> RoundDraft:
    """Pair the next game of every match whose players are known."""
    bracket = build_bracket(task)
    there = set(task.field.players)
    byes = [player for player in bracket.byes if player in there] if task.index == 0 else []
    ready = there.difference(byes)
    matches = [match for match in bracket.open_matches if ready.issuperset(match.players)]
    playing = {player for match in matches for player in match.players}
    inside = {player.id for player in list_starters(task)} - bracket.out
    waiting = sorted(there & inside - playing - set(byes))
    out = there - inside
    drafts = [
        RoundDraft(
            tables=tuple(_draft_match(task, match) for match in matches),
            byes=tuple(byes),
            resting=tuple(waiting),
            reasons=(
                *(Reason("bye.knockout", (player,)) for player in byes),
                *(Reason("rest.knockout_waiting", (player,)) for player in waiting),
            ),
        ),
        _draft_losers(task, out),
    ]
    return join_drafts(drafts)


def _draft_match(task: DivisionRound, match: KnockoutMatch) -> TableDraft:
    code = "knockout.replay" if match.is_replay else "knockout.game"
    values = (match.remaining, match.game, task.section.plan.best_of)
    return TableDraft(match.players, (Reason(code, values),))


def _draft_losers(task: DivisionRound, out: set[int]) -> RoundDraft:
    if not task.section.plan.losers_continue or len(out) < 2:
        return RoundDraft(
            resting=tuple(sorted(out)),
            reasons=tuple(Reason("rest.knockout_out", (player,)) for player in sorted(out)),
        )
    part = build_field(task.state, [player for player in task.entrants if player.id in out])
    pairs = match_field(part, SWISS_POLICIES)
    return draft_pairs(part, pairs, lambda *_: Reason("knockout.out"))
