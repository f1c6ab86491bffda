"""A complete analysis as it is shown: players, moments that mattered, every act."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.analysis.perspective.graph import WinGraph, draw_wins
from games.analysis.telling import (
    SLIGHT,
    name_act,
    name_choice,
    tell_seat,
    tell_turn,
    write_chance,
    write_points,
)
from games.engine.analysis.report import Choice, Points, Report, SeatReport, TurnReport
from games.players.names import isolate
from games.rules.variants import get_variant

MOST_MOMENTS = 8

SOURCES = {
    "plays": gettext_lazy("Plays"),
    "bingos": gettext_lazy("Bingo bonuses"),
    "placed": gettext_lazy("Tiles laid"),
    "stolen": gettext_lazy("Stolen"),
    "lost": gettext_lazy("Stolen by others"),
    "challenges": gettext_lazy("Challenges"),
    "end": gettext_lazy("The end"),
    "overtime": gettext_lazy("Overtime"),
}


@dataclass(frozen=True, slots=True)
class SeatView:
    """``points``: a figure for each of the report's sources."""

    number: int
    name: str
    score: int
    mean_loss: str
    bingos: str
    luck: str
    said: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One act in the list of all: ``lost`` and ``lost_win`` are empty where nothing was."""

    number: int
    seat: int
    name: str
    made: str
    said: str
    lost: str
    lost_win: str
    luck: str
    wins: tuple[str, ...]
    matters: float


@dataclass(frozen=True, slots=True)
class ReportView:
    level: str
    seats: tuple[SeatView, ...]
    sources: tuple[str, ...]
    moments: tuple[TurnLine, ...]
    turns: tuple[TurnLine, ...]
    graph: WinGraph | None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One of the best acts; ``made``: the one that was made."""

    place: str
    name: str
    tiles: str
    score: int
    leave: str
    equity: str
    win: str
    trials: int
    exact: bool
    made: bool
    stolen: int | None
    safe: int | None


@dataclass(frozen=True, slots=True)
class WeighedView:
    """What is told of one act beside its position; ``others``: how many there are besides."""

    number: int
    name: str
    made: str
    rack: str
    said: tuple[str, ...]
    choices: tuple[ChoiceView, ...]
    bingos: tuple[str, ...]
    owned: bool


def look_at_report(report: Report, names: tuple[str, ...]) -> ReportView:
    names = tuple(isolate(name) for name in names)
    swaps = get_variant(report.variant).swaps
    sources = [name for name in SOURCES if any(_of(seat, name) for seat in report.seats)]
    turns = tuple(_look_at_line(turn, names, swaps) for turn in report.turns)
    moments = sorted((line for line in turns if line.matters), key=lambda line: -line.matters)
    return ReportView(
        level=report.level.value,
        seats=tuple(_look_at_seat(seat, report, names, sources, swaps) for seat in report.seats),
        sources=tuple(str(SOURCES[name]) for name in sources),
        moments=tuple(sorted(moments[:MOST_MOMENTS], key=lambda line: line.number)),
        turns=turns,
        graph=draw_wins(report, names),
    )


def _look_at_seat(
    seat: SeatReport, report: Report, names: tuple[str, ...], sources: list[str], swaps: bool
) -> SeatView:
    return SeatView(
        number=seat.seat,
        name=names[seat.seat],
        score=seat.score,
        mean_loss=write_points(seat.mean_loss) if seat.judged else "–",
        bingos=f"{seat.bingos_found}/{seat.bingos_there}",
        luck=_signed(seat.luck),
        said=tuple(tell_seat(seat, report, swaps=swaps)),
        points=tuple(str(_of(seat, name)).replace("-", "−") for name in sources),
    )


def _of(seat: SeatReport, source: str) -> int:
    found: tuple[Points, ...] = tuple(one for one in seat.points if one.source == source)
    return sum(one.points for one in found)


def _look_at_line(turn: TurnReport, names: tuple[str, ...], swaps: bool) -> TurnLine:
    lost = turn.lost or 0.0
    told = bool(turn.phonies) + bool(turn.verdict)
    return TurnLine(
        number=turn.number,
        seat=turn.seat,
        name=names[turn.seat],
        made=name_act(turn, swaps=swaps),
        said=" ".join(tell_turn(turn, names, swaps=swaps)),
        lost=write_points(lost) if lost >= SLIGHT else "",
        lost_win=write_chance(turn.lost_win) if turn.lost_win and lost >= SLIGHT else "",
        luck=_signed(turn.luck.points) if turn.luck else "",
        wins=tuple(write_chance(chance) for chance in turn.wins),
        matters=1000.0 * told + 100 * (turn.lost_win or 0.0) + lost if told or lost >= 5 else 0.0,
    )


def _signed(points: float) -> str:
    return ("+" if points > 0 else "") + write_points(points)


def look_at_turn(turn: TurnReport, variant: str, names: tuple[str, ...]) -> WeighedView:
    names = tuple(isolate(name) for name in names)
    rules = get_variant(variant)
    best = [_look_at_choice(i, choice, turn) for i, choice in enumerate(turn.best, 1)]
    if turn.best and turn.chosen and not any(choice.made for choice in best):
        best.append(_look_at_choice(turn.place, turn.chosen, turn, made=True))
    return WeighedView(
        number=turn.number,
        name=names[turn.seat],
        made=name_act(turn, swaps=rules.swaps),
        rack=turn.rack,
        said=tuple(tell_turn(turn, names, swaps=rules.swaps)),
        choices=tuple(best),
        bingos=turn.bingos,
        owned=rules.scoring.owned_tiles,
    )


def _look_at_choice(
    place: int | None, choice: Choice, turn: TurnReport, *, made: bool = False
) -> ChoiceView:
    theft = choice.theft
    return ChoiceView(
        place=str(place or "–"),
        name=choice.word if choice.kind == "play" else name_choice(choice),
        tiles=f"{choice.position} {choice.tiles}" if choice.kind == "play" else "",
        score=choice.score,
        leave=choice.leave,
        equity=write_points(choice.equity),
        win="" if choice.win is None else write_chance(choice.win),
        trials=choice.rollouts,
        exact=choice.exact,
        made=made or place == turn.place,
        stolen=theft.stolen if theft else None,
        safe=theft.safe if theft else None,
    )
