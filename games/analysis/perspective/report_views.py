"""A complete analysis as shown on the page: players, key moments and every move."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.analysis.perspective.move_marks import (
    MOVE_MARKS,
    MoveMark,
    mark_turn,
)
from games.analysis.perspective.report_texts import (
    describe_seat,
    describe_turn,
    format_act,
    format_chance,
    format_choice,
    format_dictionary,
    format_figure,
    pays_bingos,
)
from games.analysis.perspective.win_graphs import WinGraph, draw_win_graph
from games.analysis.services.reports import AnalysedTurnResult
from games.common.names import isolate_name
from games.engine.analysis.report import (
    AnalysedAct,
    GameReport,
    PointsBySource,
    ReportDictionary,
    SeatReport,
    TurnReport,
)
from games.engine.analysis.summary import SMALL_LOSS
from games.play.perspective.places import describe_placed_word
from games.rules.positions.variants import get_variant
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.wording import write_minus

# Key moments that a report shows.
MAX_MOMENTS = 8

POINT_SOURCES = {
    "plays": gettext_lazy("Plays"),
    "bingos": gettext_lazy("Bingo bonuses"),
    "placed": gettext_lazy("Tiles placed"),
    "stolen": gettext_lazy("Stolen"),
    "lost": gettext_lazy("Stolen by opponents"),
    "challenges": gettext_lazy("Challenges"),
    "end": gettext_lazy("End of game"),
    "overtime": gettext_lazy("Overtime"),
}


@dataclass(frozen=True, slots=True)
class SeatReportView:
    """One player's summary. ``points`` has one figure for each of the report's ``sources``."""

    number: int
    name: str
    score: int
    mean_loss: str
    bingos: str
    luck: str
    sentences: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnReportLine:
    """One move in the list of all moves.

    ``mark`` is ``None`` for a weak move. ``lost`` and ``lost_win`` are empty if nothing was lost.
    """

    number: int
    seat: int
    name: str
    act: str
    mark: MoveMark | None
    description: str
    lost: str
    lost_win: str
    luck: str
    wins: tuple[str, ...]
    importance: float


@dataclass(frozen=True, slots=True)
class AnalysisReportView:
    level: str
    seats: tuple[SeatReportView, ...]
    sources: tuple[str, ...]
    moments: tuple[TurnReportLine, ...]
    turns: tuple[TurnReportLine, ...]
    graph: WinGraph | None
    words: str
    own_words: bool
    bingos: bool

    @property
    def marks(self) -> list[MoveMark]:
        """The marks that occur, for the key of the graph."""
        used = {line.mark for line in self.turns}
        return [mark for mark in MOVE_MARKS.values() if mark in used]


@dataclass(frozen=True, slots=True)
class BestActView:
    """One of the best moves. ``made``: it is the one that was played."""

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
class TurnReportView:
    """The analysis of one move, beside its position.

    ``has_margins``: some figures have a margin of error.
    """

    number: int
    name: str
    made: str
    rack: str
    sentences: tuple[str, ...]
    choices: tuple[BestActView, ...]
    bingos: tuple[str, ...]
    owned: bool
    has_margins: bool


def build_report_view(report: GameReport, names: tuple[str, ...]) -> AnalysisReportView:
    names = tuple(isolate_name(name) for name in names)
    swaps = get_variant(report.variant).swaps
    sources = [
        name for name in POINT_SOURCES if any(_get_points_from(seat, name) for seat in report.seats)
    ]
    turns = tuple(_build_turn_line(turn, names, report.words, swaps) for turn in report.turns)
    moments = sorted((line for line in turns if line.importance), key=lambda line: -line.importance)
    return AnalysisReportView(
        level=report.level.value,
        seats=tuple(_build_seat_view(seat, report, names, sources, swaps) for seat in report.seats),
        sources=tuple(str(POINT_SOURCES[name]) for name in sources),
        moments=tuple(sorted(moments[:MAX_MOMENTS], key=lambda line: line.number)),
        turns=turns,
        graph=draw_win_graph(report, names),
        words=format_dictionary(report.words),
        own_words=report.words.own,
        bingos=pays_bingos(report),
    )


def _build_seat_view(
    seat: SeatReport, report: GameReport, names: tuple[str, ...], sources: list[str], swaps: bool
) -> SeatReportView:
    return SeatReportView(
        number=seat.seat,
        name=names[seat.seat],
        score=seat.score,
        mean_loss=_format_mean_loss(seat),
        bingos=f"{seat.bingos_found}/{seat.bingos_there}",
        luck=_format_luck(seat.luck, seat.luck_error),
        sentences=tuple(describe_seat(seat, report, swaps=swaps)),
        points=tuple(write_minus(str(_get_points_from(seat, name))) for name in sources),
    )


def _format_mean_loss(seat: SeatReport) -> str:
    if not seat.judged:
        return "–"
    return format_figure(seat.mean_loss, seat.lost_error / seat.judged)


def _get_points_from(seat: SeatReport, source: str) -> int:
    found: tuple[PointsBySource, ...] = tuple(
        points for points in seat.points if points.source == source
    )
    return sum(points.points for points in found)


def _build_turn_line(
    turn: TurnReport, names: tuple[str, ...], words: ReportDictionary, swaps: bool
) -> TurnReportLine:
    lost = turn.lost or 0.0
    remarks = bool(turn.phonies and words.own) + bool(turn.verdict)
    # Phonies and challenges come first, then the loss in winning chance, then the loss in points.
    importance = 1000.0 * remarks + 100 * (turn.lost_win or 0.0) + lost
    return TurnReportLine(
        number=turn.number,
        seat=turn.seat,
        name=names[turn.seat],
        act=format_act(turn, swaps=swaps),
        mark=mark_turn(turn, words),
        description=" ".join(describe_turn(turn, names, words, swaps=swaps)),
        lost=format_figure(lost, turn.lost_error) if lost >= SMALL_LOSS else "",
        lost_win=format_chance(turn.lost_win) if turn.lost_win and lost >= SMALL_LOSS else "",
        luck=_format_luck(turn.luck.points, turn.luck.error) if turn.luck else "",
        wins=tuple(format_chance(chance) for chance in turn.wins),
        importance=importance if remarks or lost >= 5 else 0.0,
    )


def _format_luck(points: float, error: float) -> str:
    return ("+" if points > 0 else "") + format_figure(points, error)


def build_turn_view(found: AnalysedTurnResult, names: tuple[str, ...]) -> TurnReportView:
    turn, names = found.turn, tuple(isolate_name(name) for name in names)
    rules = get_variant(found.variant)
    best = [_build_choice_view(i, choice, turn) for i, choice in enumerate(turn.best, 1)]
    if turn.best and turn.chosen and not any(choice.made for choice in best):
        best.append(_build_choice_view(turn.place, turn.chosen, turn, made=True))
    return TurnReportView(
        number=turn.number,
        name=names[turn.seat],
        made=format_act(turn, swaps=rules.swaps),
        rack=turn.rack,
        sentences=tuple(describe_turn(turn, names, found.words, swaps=rules.swaps)),
        choices=tuple(best),
        bingos=turn.bingos,
        owned=rules.scoring.owned_tiles,
        has_margins=any(choice.error for choice in turn.best),
    )


def _build_choice_view(
    place: int | None, choice: AnalysedAct, turn: TurnReport, *, made: bool = False
) -> BestActView:
    theft = choice.theft
    return BestActView(
        place=str(place or "–"),
        name=write_final_letter(choice.word) if choice.kind == "play" else format_choice(choice),
        tiles=describe_placed_word(choice.position, choice.tiles) if choice.kind == "play" else "",
        score=choice.score,
        leave=choice.leave,
        equity=format_figure(choice.equity, choice.error),
        win="" if choice.win is None else format_chance(choice.win),
        trials=choice.rollouts,
        exact=choice.exact,
        made=made or place == turn.place,
        stolen=theft.stolen if theft else None,
        safe=theft.safe if theft else None,
    )
