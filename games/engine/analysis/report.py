"""What an analysis tells of a game, as frozen data with a JSON form.

Plays, racks and leaves are in game notation ("8D", "QU.RTET", "?" for a blank). Equities and
losses are points of spread; chances are parts of 1 and count a draw half.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from games.rules import codec

VERSION = 1
"""Grows when stored reports can no longer be read, or would be told differently."""


class Level(StrEnum):
    """How closely is looked: QUICK tries few likely acts a little, THOROUGH all of the best."""

    QUICK = "quick"
    THOROUGH = "thorough"


Kind: TypeAlias = Literal["play", "exchange", "pass"]
Fate: TypeAlias = Literal["stood", "withdrawn"]
"""What became of a play: it stays on the board, or was taken back after a challenge."""
Verdict: TypeAlias = Literal["right", "wrong"]
Source: TypeAlias = Literal[
    "plays", "bingos", "placed", "stolen", "challenges", "lost", "end", "overtime"
]
"""Where points come from. ``bingos``: bonuses alone. ``placed``, ``stolen``, ``lost``: where tiles
have owners. ``challenges``: given for those in vain. ``end``: racks at the end."""


@dataclass(frozen=True, slots=True)
class Theft:
    """Where tiles have owners: points of the tiles laid, taken over, and made safe by a play."""

    placed: int
    stolen: int
    safe: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One act of a turn and what the engine thinks of it.

    ``score``: what it brings at once, bonus included. ``tiles``: letters as they are laid, or the
    tiles exchanged. ``word`` is the main word, ``words`` all of them. ``leave``: the tiles kept.
    ``win``: the chance of winning with it. ``rollouts``: trials behind it, 0 for a static
    judgement; ``exact``: the outcome of best play by both sides.
    """

    kind: Kind
    score: int
    equity: float
    win: float | None = None
    position: str = ""
    tiles: str = ""
    word: str = ""
    words: tuple[str, ...] = ()
    leave: str = ""
    bingo: bool = False
    rollouts: int = 0
    exact: bool = False
    theft: Theft | None = None


@dataclass(frozen=True, slots=True)
class Luck:
    """Tiles drawn, what they are worth on the board there was, and what chance had to expect."""

    tiles: str
    worth: float
    expected: float

    @property
    def points(self) -> float:
        return round(self.worth - self.expected, 2)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One act of the game; ``number`` is its number in the record, ``kind`` the act's name.

    ``scores`` and ``unseen`` (tiles in the bag and on other racks) are those before it, ``wins``
    every seat's chance of winning after it: halfway between what the mover and what the next to
    move can know.

    Of turns alone: ``best``, the best acts first; ``chosen``, the one made (it may be none of
    those); ``place``, where it stands among all there were, from 1, ``None`` for a phony; ``lost``
    against the best, and ``lost_win``; ``bingos``, the different bingo words there were. Where
    ``rack_known`` is false the rack is not recorded, and none of these is told.

    Of plays: ``phonies``, its words that are none, and its ``fate``; ``passed_by``, the seats that
    could have challenged them and did not. Of challenges: ``verdict``.

    ``luck``: of the draw that followed. Where tiles have owners: ``stealable``, the most any play
    would have stolen; ``left_open``, the mover's points that lay there to be stolen afterwards.
    """

    number: int
    seat: int
    kind: str
    scores: tuple[int, ...]
    unseen: int
    wins: tuple[float, ...] = ()
    rack: str = ""
    rack_known: bool = True
    chosen: Choice | None = None
    best: tuple[Choice, ...] = ()
    place: int | None = None
    lost: float | None = None
    lost_win: float | None = None
    bingos: tuple[str, ...] = ()
    phonies: tuple[str, ...] = ()
    fate: Fate | None = None
    passed_by: tuple[int, ...] = ()
    verdict: Verdict | None = None
    luck: Luck | None = None
    stealable: int = 0
    left_open: int = 0

    @property
    def missed_bingo(self) -> Choice | None:
        """The best bingo there was, where none was played."""
        if self.chosen is None or (self.chosen.bingo and not self.phonies):
            return None
        return next((choice for choice in self.best if choice.bingo), None)


@dataclass(frozen=True, slots=True)
class Points:
    source: Source
    points: int


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One player's game.

    ``judged``: turns that could be judged; ``lost``: points lost on them together, ``mean_loss`` on
    each. ``best_turn`` and ``worst_turn`` are numbers of acts. ``bingos_there``: turns on which
    there was a bingo; ``bingos_found``: those of them on which one was played. ``phonies``: plays
    with words that are none; ``challenges_missed`` of others' phonies; ``challenges_wrong``.
    ``luck``: of all draws, in points.
    """

    seat: int
    score: int
    judged: int
    lost: float
    mean_loss: float
    lost_win: float
    best_turn: int | None
    worst_turn: int | None
    bingos_found: int
    bingos_there: int
    phonies: int
    challenges_missed: int
    challenges_wrong: int
    luck: float
    points: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of one game. ``opening``: every seat's chance of winning before the first act.
    ``winner`` is ``None`` for a draw, and for a game that was not played to its end."""

    level: Level
    variant: str
    tile_set: str
    seats: tuple[SeatReport, ...]
    turns: tuple[TurnReport, ...]
    opening: tuple[float, ...] = ()
    winner: int | None = None
    finished: bool = True
    version: int = VERSION

    def turn(self, number: int) -> TurnReport | None:
        """The act of this number; ``None`` where the record has none."""
        return next((turn for turn in self.turns if turn.number == number), None)

    def to_json(self) -> dict[str, Any]:
        """Plain data; fields with their default value are left out."""
        data: dict[str, Any] = codec.encode(self)
        return {"version": self.version, **data}


def read_report(data: dict[str, Any]) -> Report:
    return codec.decode(Report, data)


def turn_to_json(turn: TurnReport) -> dict[str, Any]:
    data: dict[str, Any] = codec.encode(turn)
    return data


def read_turn(data: dict[str, Any]) -> TurnReport:
    return codec.decode(TurnReport, data)
