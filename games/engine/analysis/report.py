"""The result of analysing a game, as frozen data with a JSON form.

Plays, racks and leaves are in game notation ("8D", "QU.RTET", "?" for a blank). Equities and losses
are points of spread; chances are between 0 and 1 and count a draw as half.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from games.rules.equipment import json_codec

VERSION = 3
"""Incremented when stored reports can no longer be read or would differ."""


class AnalysisLevel(StrEnum):
    """How thorough the analysis is: QUICK tries few acts with few rollouts, THOROUGH more of
    both."""

    QUICK = "quick"
    THOROUGH = "thorough"


ActKind: TypeAlias = Literal["play", "exchange", "pass"]
PlayFate: TypeAlias = Literal["stood", "withdrawn"]
"""What became of a play: it stayed on the board, or was taken back after a challenge."""
ChallengeVerdict: TypeAlias = Literal["right", "wrong"]
PointsSource: TypeAlias = Literal[
    "plays", "bingos", "placed", "stolen", "challenges", "lost", "end", "overtime"
]
"""Where points come from.

``bingos``: the bonuses alone. ``placed``, ``stolen``, ``lost``: only if tiles have owners.
``challenges``: points for failed challenges by others. ``end``: racks at the end.
"""


@dataclass(frozen=True, slots=True)
class TileTheft:
    """Points placed, stolen and made safe by a play, if tiles have owners."""

    placed: int
    stolen: int
    safe: int


@dataclass(frozen=True, slots=True)
class AnalysedAct:
    """One act of a turn and the engine's evaluation of it."""

    kind: ActKind
    # Points it scores at once, bonus included.
    score: int
    equity: float
    # Chance of winning with it.
    win: float | None = None
    position: str = ""
    # Letters placed, or the tiles exchanged.
    tiles: str = ""
    # The main word; ``words`` has all of them.
    word: str = ""
    words: tuple[str, ...] = ()
    leave: str = ""
    bingo: bool = False
    # Number of rollouts behind it; 0 for a static evaluation.
    rollouts: int = 0
    # Whether the equity is the result of best play by both sides.
    exact: bool = False
    theft: TileTheft | None = None
    # Half the width of the 95 % confidence interval of ``equity``.
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawLuck:
    """The tiles drawn, the value of the rack they gave, and the expected value of a random draw."""

    tiles: str
    worth: float
    expected: float
    # Half the width of the 95 % confidence interval of ``expected``.
    error: float = 0.0

    @property
    def points(self) -> float:
        return round(self.worth - self.expected, 2)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One act of the game, which need not be a turn: challenges have a report as well.

    The fields from ``chosen`` to ``bingos``, and ``luck``, are set for turns only. If the rack is
    not recorded, only ``chosen`` is, and its equity is just the score.
    """

    # Its number in the game record.
    number: int
    seat: int
    # The act's class name in lower case.
    kind: str
    # All scores before the act.
    scores: tuple[int, ...]
    # Tiles in the bag and on the other racks before the act.
    unseen: int
    # Every seat's chance of winning after the act: halfway between what the mover and what the next
    # player can know.
    wins: tuple[float, ...] = ()
    rack: str = ""
    rack_known: bool = True
    # The act made, which may not be among ``best``.
    chosen: AnalysedAct | None = None
    # The best acts, best first.
    best: tuple[AnalysedAct, ...] = ()
    # The rank of the act made among all possible acts, from 1; ``None`` for a phony.
    place: int | None = None
    # Loss against the best act in points; this and ``lost_win`` are 0 within ``lost_error``.
    lost: float | None = None
    lost_win: float | None = None
    # 0 if the loss is proved.
    lost_error: float = 0.0
    # The different bingo words that were possible.
    bingos: tuple[str, ...] = ()
    # Invalid words of a play.
    phonies: tuple[str, ...] = ()
    fate: PlayFate | None = None
    # Seats that could have challenged the phony and did not.
    passed_by: tuple[int, ...] = ()
    # The outcome of a challenge.
    verdict: ChallengeVerdict | None = None
    # Luck of the draw that completed this rack.
    luck: DrawLuck | None = None
    # The most that any play could have stolen, if tiles have owners.
    stealable: int = 0
    # The mover's points that could be stolen after the act.
    left_open: int = 0

    @property
    def missed_bingo(self) -> AnalysedAct | None:
        """The best bingo that was possible, if none was played."""
        if self.chosen is None or (self.chosen.bingo and not self.phonies):
            return None
        return next((choice for choice in self.best if choice.bingo), None)


@dataclass(frozen=True, slots=True)
class PointsBySource:
    """The points of a seat from one source."""

    source: PointsSource
    points: int


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One player's game."""

    seat: int
    score: int
    # Turns that could be evaluated.
    judged: int
    # Points lost on these turns together; ``mean_loss`` is their mean.
    lost: float
    mean_loss: float
    lost_win: float
    # Number of an act, as is ``worst_turn``.
    best_turn: int | None
    worst_turn: int | None
    # Turns in ``bingos_there`` on which a bingo was played.
    bingos_found: int
    # Turns on which a bingo was possible.
    bingos_there: int
    # Plays with invalid words.
    phonies: int
    # Phonies of others that were not challenged.
    challenges_missed: int
    # Challenges of valid plays.
    challenges_wrong: int
    # Luck of all draws, in points.
    luck: float
    points: tuple[PointsBySource, ...]
    # Half the width of the 95 % confidence interval of ``lost``, and of ``luck``.
    lost_error: float = 0.0
    luck_error: float = 0.0


@dataclass(frozen=True, slots=True)
class ReportDictionary:
    """The dictionary by which words were judged.

    ``own`` is true if the game was played with it. Otherwise no player is blamed for a word that it
    does not contain.
    """

    name: str = ""
    revision: int | None = None
    own: bool = True


@dataclass(frozen=True, slots=True)
class GameReport:
    """The analysis of one game."""

    level: AnalysisLevel
    variant: str
    tile_set: str
    seats: tuple[SeatReport, ...]
    turns: tuple[TurnReport, ...]
    # Every seat's chance of winning before the first act.
    opening: tuple[float, ...] = ()
    # ``None`` for a draw and for a game that was not played to its end.
    winner: int | None = None
    finished: bool = True
    words: ReportDictionary = ReportDictionary()
    version: int = VERSION

    def turn(self, number: int) -> TurnReport | None:
        """Return the report of the act with this number, or ``None``."""
        return next((turn for turn in self.turns if turn.number == number), None)

    def to_json(self) -> dict[str, Any]:
        """Return plain data without the fields that have their default value."""
        data: dict[str, Any] = json_codec.encode(self)
        return {"version": self.version, **data}


def read_report(data: dict[str, Any]) -> GameReport:
    return json_codec.decode(GameReport, data)


def turn_to_json(turn: TurnReport) -> dict[str, Any]:
    data: dict[str, Any] = json_codec.encode(turn)
    return data


def read_turn(data: dict[str, Any]) -> TurnReport:
    return json_codec.decode(TurnReport, data)
