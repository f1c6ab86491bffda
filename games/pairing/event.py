"""What an event is to pairing: its players, its plan, and the rounds played so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

Pair = tuple[int, int]


class Method(StrEnum):
    """How a round is paired. Each but MANUAL is a module of :mod:`games.pairing.methods`."""

    AUTOMATIC = "automatic"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KING_OF_THE_HILL = "king-of-the-hill"
    FACTOR = "factor"
    FONTES = "fontes"
    AUSTRALIAN = "australian"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """How one round is paired. Equal plans of consecutive rounds form one section."""

    method: Method = Method.AUTOMATIC
    # Swiss: whether starts stay within one, even if players with different points meet for it.
    # Otherwise they stay within two.
    even_starts: bool = True
    # Round robin: among how many groups the seeds are dealt out in turn.
    groups: int = 1
    # Factor: how many of the leaders meet the player so many places below them.
    factor: int = 2
    # Knock-out: the most games that decide who advances.
    best_of: int = 1
    # Knock-out: whether those who are out continue among themselves.
    losers_continue: bool = False
    # King of the hill: whether neighbours meet even if they have met before.
    may_repeat: bool = False


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """A player of the event, or a team that shares a rack or plays on several boards."""

    id: int
    # Higher is stronger; decides the order before there are results.
    rating: int = 0
    # The place in a seeding made by hand, which precedes all ratings.
    seed: int | None = None
    # Players of one team do not meet unless there is no other way.
    team: str = ""
    # Players of different divisions never meet.
    division: str = ""
    # The first round that the player plays; above 1 for a late entry.
    first_round: int = 1
    # The first round that the player no longer plays.
    withdrawn_from: int | None = None
    # Rounds that the player asked to miss.
    sits_out: frozenset[int] = frozenset()
    # What a director has taken away, from the points and from the spread.
    penalty_half_points: int = 0
    penalty_spread: int = 0

    def plays_in(self, number: int) -> bool:
        """Return whether the player is to be paired in this round."""
        return not (self.misses(number) or self.has_withdrawn(number))

    def misses(self, number: int) -> bool:
        """Return whether the player came later than this round, or asked to miss it."""
        return number < self.first_round or number in self.sits_out

    def has_withdrawn(self, number: int) -> bool:
        """Return whether the player withdrew before this round or a previous one."""
        return self.withdrawn_from is not None and number >= self.withdrawn_from


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a past round, with its result if there is one yet."""

    # In the order of their turns: the first one started.
    players: tuple[int, ...]
    # In the same order; empty while the result is missing.
    scores: tuple[int, ...] = ()
    # Places, 1 for the winner, where they do not follow from the scores, as after a loss on time.
    places: tuple[int, ...] = ()
    # Players who forfeited because they did not appear.
    absent: frozenset[int] = frozenset()

    @property
    def present(self) -> tuple[int, ...]:
        if not self.absent:
            return self.players
        return tuple(player for player in self.players if player not in self.absent)

    @property
    def was_played(self) -> bool:
        """Whether the players met, or are about to: absence leaves no meeting and no start."""
        return len(self.present) > 1

    @property
    def has_result(self) -> bool:
        return not self.was_played or bool(self.scores)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that has been paired. An arena is one round in which players have many tables."""

    tables: tuple[PlayedTable, ...] = ()
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoringSettings:
    """What results are worth; see :mod:`games.pairing.scoring`."""

    # Seats at a full table: 2, 3 or 4.
    table_size: int = 2
    # The most that a game counts for or against a player's spread, per opponent.
    spread_cap: int | None = None
    bye_spread: int = 50
    absence_spread: int = 50
    # Half points for each round that a late entry or a player who sat out has missed.
    missed_round: int = 0

    @property
    def top_half_points(self) -> int:
        """What first place at a table is worth, in half points."""
        return 2 * (self.table_size - 1)


@dataclass(frozen=True, slots=True)
class EventState:
    """Everything that pairing depends on: the same state is always paired in the same way."""

    players: tuple[EventPlayer, ...]
    plan: tuple[RoundPlan, ...]
    rounds: tuple[PastRound, ...] = ()
    # Pairs that never meet, whatever it costs.
    forbidden: frozenset[Pair] = frozenset()
    scoring: ScoringSettings = ScoringSettings()
    # How many places of each division win something, for leaders who cannot be caught.
    prize_places: int = 3
    seed: int | str = 0

    @property
    def next_number(self) -> int:
        """The number of the round to pair, from 1."""
        return len(self.rounds) + 1


def sort_pair(first: int, second: int) -> Pair:
    """Return two ids in the order in which pairs are kept.

    >>> sort_pair(7, 3)
    (3, 7)
    """
    return (first, second) if first < second else (second, first)


def draw_lots(seed: int | str, number: int, players: Iterable[int]) -> dict[int, int]:
    """Return each player's lot, which settles what nothing else does in this round.

    Round 0 stands for the whole event. A lot does not depend on who else draws.

    >>> draw_lots(1, 0, [10, 20, 30])[20] == draw_lots(1, 0, [20])[20]
    True
    """
    return {
        player: int.from_bytes(sha256(f"{seed}/{number}/{player}".encode()).digest())
        for player in players
    }


def order_by_seed(players: Iterable[EventPlayer], seed: int | str) -> list[EventPlayer]:
    """Return the players from the first seed to the last: by hand, by rating, by lot.

    >>> players = [EventPlayer(1, 1500), EventPlayer(2, 1700), EventPlayer(3, 900, seed=1)]
    >>> [player.id for player in order_by_seed(players, 0)]
    [3, 2, 1]
    """
    players = list(players)
    lots = draw_lots(seed, 0, (player.id for player in players))
    return sorted(
        players,
        key=lambda player: (
            player.seed is None,
            player.seed or 0,
            -player.rating,
            lots[player.id],
        ),
    )


def void_results(rounds: Iterable[PastRound], player: int, first: int) -> tuple[PastRound, ...]:
    """Return the rounds with this player's games from round ``first`` on lost by forfeit.

    Those who met the player are credited with a win, as if the player had not appeared.

    >>> past = PastRound((PlayedTable((1, 2), (400, 300)),))
    >>> void_results([past], 1, first=1)[0].tables[0].absent
    frozenset({1})
    """
    return tuple(
        past if number < first else replace(past, tables=_void_tables(past.tables, player))
        for number, past in enumerate(rounds, 1)
    )


def _void_tables(tables: tuple[PlayedTable, ...], player: int) -> tuple[PlayedTable, ...]:
    return tuple(
        replace(table, absent=table.absent | {player}) if player in table.players else table
        for table in tables
    )
