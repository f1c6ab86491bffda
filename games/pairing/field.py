"""The field: the players to be paired, best first, with all that policies ask about them.

Players are referred to by their index. With an odd number of players the bye takes part as if it
were one more player: its index is ``bye``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations, groupby

from games.pairing.event import EventPlayer, EventState, Pair, PastRound, sort_pair
from games.pairing.leaders import count_leaders, find_hopeless
from games.pairing.standings import Standing, rank_players


@dataclass(frozen=True, slots=True)
class Encounters:
    """Who has met whom, started and had byes. Forfeits by absence do not count as games."""

    meetings: Counter[Pair]
    last_starters: dict[Pair, int]
    # How often each player has had the first turn (0), the second, and so on.
    turns: Counter[tuple[int, int]]
    games: Counter[int]
    byes: Counter[int]

    def count_starts(self, player: int) -> int:
        """Return how many games the player has started."""
        return self.turns[player, 0]

    def compute_balance(self, player: int) -> int:
        """Return how many more games the player has started than not."""
        return 2 * self.count_starts(player) - self.games[player]


def count_encounters(rounds: Iterable[PastRound]) -> Encounters:
    """Count what happened in these rounds, including games whose result is missing.

    >>> from games.pairing.event import PlayedTable
    >>> found = count_encounters([PastRound((PlayedTable((7, 3)),), byes=(4,))])
    >>> found.meetings[3, 7], found.last_starters[3, 7], found.compute_balance(3), found.byes[4]
    (1, 7, -1, 1)
    """
    found = Encounters(Counter(), {}, Counter(), Counter(), Counter())
    for past in rounds:
        found.byes.update(past.byes)
        for table in past.tables:
            if table.was_played:
                found.turns.update((player, turn) for turn, player in enumerate(table.players))
                found.games.update(table.players)
                for one, other in combinations(table.present, 2):
                    found.meetings[sort_pair(one, other)] += 1
                    found.last_starters[sort_pair(one, other)] = table.players[0]
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """The players to be paired in one division, by standing."""

    number: int
    # Rounds of the event that are to be paired, including this one.
    rounds_left: int
    players: tuple[int, ...]
    half_points: tuple[int, ...]
    # Where the group of players with as many points begins and ends, for each player.
    groups: tuple[range, ...]
    # How many more games each has started than not.
    balances: tuple[int, ...]
    byes: tuple[int, ...]
    teams: tuple[str, ...]
    # How often each has met others, by index.
    meetings: tuple[dict[int, int], ...]
    forbidden: frozenset[Pair]
    # Leaders who cannot be caught, and the players with nothing left to win.
    leaders: frozenset[int]
    nothing_to_win: frozenset[int]

    @property
    def size(self) -> int:
        """How many are to be matched, including the bye."""
        return len(self.players) + len(self.players) % 2

    @property
    def bye(self) -> int:
        """The index of the bye, if there is one."""
        return len(self.players)

    @property
    def most_meetings(self) -> int:
        """The most times that any two have met, or that anyone has had a bye."""
        return max([0, *self.byes, *(max(met.values(), default=0) for met in self.meetings)])

    def count_meetings(self, one: int, other: int) -> int:
        """Return how often two have met; with the bye, how many byes the player has had."""
        return self.byes[one] if other == self.bye else self.meetings[one].get(other, 0)

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether the two are not a forbidden pair."""
        return (one, other) not in self.forbidden


def build_field(
    state: EventState, players: Collection[EventPlayer], left_out: Collection[int] = ()
) -> Field:
    """Return the field of a division, whose players all play the next round.

    Those ``left_out`` count for who can still be caught, but are not to be paired.
    """
    rounds_left = max(1, len(state.plan) - len(state.rounds))
    ranked = rank_players(players, state.rounds, state.scoring, state.seed)
    standings = [line for line in ranked if line.player not in left_out]
    index = {line.player: place for place, line in enumerate(standings)}
    leaders = {line.player for line in ranked[: count_leaders(ranked, rounds_left, state.scoring)]}
    hopeless = find_hopeless(ranked, rounds_left, state.scoring, state.prize_places)
    encounters = count_encounters(state.rounds)
    teams = {player.id: player.team for player in players}
    return Field(
        number=state.next_number,
        rounds_left=rounds_left,
        players=tuple(index),
        half_points=tuple(line.half_points for line in standings),
        groups=_find_groups(standings),
        balances=tuple(encounters.compute_balance(player) for player in index),
        byes=tuple(encounters.byes[player] for player in index),
        teams=tuple(teams[player] for player in index),
        meetings=_index_meetings(encounters, index),
        forbidden=frozenset(
            sort_pair(index[one], index[other])
            for one, other in state.forbidden
            if one in index and other in index
        ),
        leaders=frozenset(index[player] for player in leaders & index.keys()),
        nothing_to_win=frozenset(index[player] for player in (leaders | hopeless) & index.keys()),
    )


def _find_groups(standings: list[Standing]) -> tuple[range, ...]:
    groups: list[range] = []
    for _, same in groupby(standings, key=lambda line: line.half_points):
        size = len(list(same))
        groups += [range(len(groups), len(groups) + size)] * size
    return tuple(groups)


def _index_meetings(encounters: Encounters, index: dict[int, int]) -> tuple[dict[int, int], ...]:
    found: tuple[dict[int, int], ...] = tuple({} for _ in index)
    for (one, other), meetings in encounters.meetings.items():
        if one in index and other in index:
            found[index[one]][index[other]] = meetings
            found[index[other]][index[one]] = meetings
    return found
