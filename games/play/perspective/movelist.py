"""The move list with running totals, told on from where it was told last.

Sentences are made in :mod:`games.play.telling`.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.play.durations import HOUR, say_length
from games.play.gameview import MoveView
from games.play.scenes import Line
from games.play.telling import Teams, deltas_of, in_play, write_word
from games.rules.events import Challenged, Exchanged, Played
from games.rules.moves import TURN_KINDS

MOST_KEPT = 128
"""Games whose list is kept."""

SHORT = {
    "pass": gettext_lazy("Passed"),
    "accept": gettext_lazy("Accepted"),
    "resign": gettext_lazy("Resigned"),
    "forfeit": gettext_lazy("Out of time"),
    "flag": gettext_lazy("Out of time"),
    "lapse": gettext_lazy("Lapsed"),
}


def list_moves(
    record: Sequence[Line],
    names: Sequence[str],
    hinted: int | None = None,
    teams: Teams | None = None,
) -> tuple[MoveView, ...]:
    """A play that was taken back is marked. ``hinted`` is the seat that may ask what its best
    plays had been."""
    return _begin(names, hinted, teams).go_on(record).lines


@dataclass(frozen=True, slots=True)
class MoveList:
    """A list as far as it was told, and for whom: seats' names, teams, hints and language."""

    names: tuple[str, ...]
    teams: Teams | None
    hinted: int | None
    language: str | None
    totals: tuple[int, ...]
    lines: tuple[MoveView, ...] = ()
    last: Line | None = None

    def is_for(self, other: "MoveList") -> bool:
        """Whether both are told to the same."""
        return (self.names, self.teams, self.hinted, self.language) == (
            other.names,
            other.teams,
            other.hinted,
            other.language,
        )

    def goes_on_as(self, record: Sequence[Line]) -> bool:
        """Whether ``record`` begins with the very moves that were told."""
        told = len(self.lines)
        return told == 0 or (told <= len(record) and record[told - 1] is self.last)

    def go_on(self, record: Sequence[Line]) -> "MoveList":
        """The list with those moves of ``record`` that are new."""
        totals, lines = self.totals, list(self.lines)
        for told in record[len(lines) :]:
            change = deltas_of(in_play(told.events), len(self.names))
            totals = tuple(a + b for a, b in zip(totals, change, strict=True))
            if told.withdrew:
                _mark_withdrawn(lines)
            lines.append(self._line(told, change[told.seat], totals[told.seat]))
        return replace(self, totals=totals, lines=tuple(lines), last=record[-1] if record else None)

    def _line(self, told: Line, score: int, total: int) -> MoveView:
        played = next((event for event in told.events if isinstance(event, Played)), None)
        word = write_word(played.score.words[0], told.language) if played else ""
        position = played.position if played else ""
        turn = told.kind in TURN_KINDS
        maker = self.teams.maker_of(told) if self.teams else ""
        return MoveView(
            number=told.number,
            seat=told.seat,
            name=maker or self.names[told.seat],
            team=self.names[told.seat] if maker else "",
            kind=told.kind,
            position=position,
            word=word,
            text=f"{position} {word}" if played else _shorten(told),
            score=score,
            total=total,
            withdrawn=False,
            has_more=played is not None or (told.seat == self.hinted and turn),
            spent="" if told.spent is None else say_length(told.spent),
            note=note_of(told),
        )


def note_of(told: Line) -> str:
    """What is told of a move besides."""
    said = [_("by stored reply")] if told.by_reply else []
    stood = {"pause": _("paused for %(time)s"), "days_off": _("days off: %(time)s")}
    said += [stood[why] % {"time": say_length(end - begin)} for why, begin, end in told.halts]
    if told.spent is not None and told.spent >= HOUR:
        said.append(say_length(told.spent))
    return " · ".join(said)


class MoveLists:
    """The lists of the games shown lately, by game. Threads share it."""

    def __init__(self) -> None:
        self._lists: OrderedDict[object, MoveList] = OrderedDict()
        self._lock = Lock()

    def of(
        self,
        game: object,
        record: Sequence[Line],
        names: Sequence[str],
        hinted: int | None,
        teams: Teams | None,
    ) -> tuple[MoveView, ...]:
        """As :func:`list_moves`; ``game`` is its id."""
        begun = _begin(names, hinted, teams)
        with self._lock:
            known = self._lists.get(game, begun)
        told = (known if known.is_for(begun) and known.goes_on_as(record) else begun).go_on(record)
        with self._lock:
            self._lists[game] = told
            self._lists.move_to_end(game)
            while len(self._lists) > MOST_KEPT:
                self._lists.popitem(last=False)
        return told.lines


move_lists = MoveLists()


def _begin(names: Sequence[str], hinted: int | None, teams: Teams | None) -> MoveList:
    return MoveList(tuple(names), teams, hinted, get_language(), (0,) * len(names))


def _mark_withdrawn(lines: list[MoveView]) -> None:
    for index in range(len(lines) - 1, -1, -1):
        if lines[index].kind == "play":
            lines[index] = replace(lines[index], withdrawn=True)
            return


def _shorten(told: Line) -> str:
    for event in told.events:
        match event:
            case Exchanged(count=count):
                short = _("Swapped %(count)s") if told.swaps else _("Exchanged %(count)s")
                return short % {"count": count}
            case Challenged(upheld=True):
                return _("Challenged: withdrawn")
            case Challenged(upheld=False):
                return _("Challenged in vain")
    if told.kind == "annul":
        return _("Declined") if told.seat else _("Withdrawn")
    return str(SHORT.get(told.kind, told.kind))
