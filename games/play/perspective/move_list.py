"""The move list with running totals. Lists are cached and extended by the new moves.

The sentences are made in :mod:`games.play.perspective.narration`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.common.latest_cache import LatestCache
from games.play.perspective.narration import (
    TeamNames,
    compute_score_changes,
    format_word,
    without_adjustment,
)
from games.play.perspective.places import describe_placed_word
from games.play.perspective.viewdata import MoveView
from games.play.store.snapshots import RecordedMove
from games.play.terms.durations import HOUR, format_duration
from games.rules.plays.acts import TURN_KINDS
from games.rules.plays.events import Challenged, Exchanged, Played, Rejected

MAX_CACHED = 128
"""Games whose lists are cached."""

SHORT_TEXTS = {
    "pass": gettext_lazy("Passed"),
    "accept": pgettext_lazy("a move", "Accepted"),
    "resign": gettext_lazy("Resigned"),
    "forfeit": gettext_lazy("Out of time"),
    "flag": gettext_lazy("Out of time"),
    "abort": gettext_lazy("Aborted"),
    "lapse": gettext_lazy("Expired"),
}


def list_moves(
    record: Sequence[RecordedMove],
    names: Sequence[str],
    hinted_seat: int | None = None,
    teams: TeamNames | None = None,
) -> tuple[MoveView, ...]:
    """Return the lines of the move list; a withdrawn play is marked.

    ``hinted_seat`` is the seat that may ask for the best plays of its turns.
    """
    return _start_list(names, hinted_seat, teams).extend(record).lines


@dataclass(frozen=True, slots=True)
class MoveList:
    """A move list as far as it was built, and the parameters it was built with."""

    names: tuple[str, ...]
    teams: TeamNames | None
    hinted_seat: int | None
    language: str | None
    # Scores by seat after the last line.
    totals: tuple[int, ...]
    lines: tuple[MoveView, ...] = ()
    # The move of the last line.
    last: RecordedMove | None = None

    def is_for(self, other: "MoveList") -> bool:
        """Return whether both lists were built with the same parameters."""
        return (self.names, self.teams, self.hinted_seat, self.language) == (
            other.names,
            other.teams,
            other.hinted_seat,
            other.language,
        )

    def is_extended_by(self, record: Sequence[RecordedMove]) -> bool:
        """Return whether ``record`` begins with the moves of this list."""
        # An extended snapshot keeps the objects of old moves, so comparing the last one is enough.
        length = len(self.lines)
        return length == 0 or (length <= len(record) and record[length - 1] is self.last)

    def extend(self, record: Sequence[RecordedMove]) -> "MoveList":
        """Return the list extended by the new moves of ``record``."""
        totals, lines = self.totals, list(self.lines)
        for move in record[len(lines) :]:
            change = compute_score_changes(without_adjustment(move.events), len(self.names))
            totals = tuple(a + b for a, b in zip(totals, change, strict=True))
            if move.withdrew_play:
                _mark_withdrawn(lines)
            lines.append(self._line(move, change[move.seat], totals[move.seat]))
        return replace(self, totals=totals, lines=tuple(lines), last=record[-1] if record else None)

    def _line(self, move: RecordedMove, score: int, total: int) -> MoveView:
        played = next((event for event in move.events if isinstance(event, Played)), None)
        word = format_word(played.score.words[0], move.language) if played else ""
        position = played.position if played else ""
        turn = move.kind in TURN_KINDS
        maker = self.teams.get_mover_name(move) if self.teams else ""
        return MoveView(
            number=move.number,
            seat=move.seat,
            name=maker or self.names[move.seat],
            team=self.names[move.seat] if maker else "",
            kind=move.kind,
            position=position,
            word=word,
            text=describe_placed_word(position, word) if played else _describe_shortly(move),
            score=score,
            total=total,
            withdrawn=False,
            has_more=played is not None or (move.seat == self.hinted_seat and turn),
            spent="" if move.spent is None else format_duration(move.spent),
            note=describe_note(move),
        )


def describe_note(move: RecordedMove) -> str:
    """Return remarks on a move: a stored reply, stopped clocks, or a very long turn."""
    remarks = [_("conditional move")] if move.by_reply else []
    pause_texts = {"pause": _("paused for %(time)s"), "days_off": _("days off: %(time)s")}
    remarks += [
        pause_texts[why] % {"time": format_duration(end - begin)} for why, begin, end in move.pauses
    ]
    if move.spent is not None and move.spent >= HOUR:
        remarks.append(format_duration(move.spent))
    return " · ".join(remarks)


class MoveListCache:
    """The move lists of recently shown games. Safe to share between threads."""

    def __init__(self) -> None:
        self._lists = LatestCache[MoveList](MAX_CACHED)

    def of(
        self,
        game: Hashable,
        record: Sequence[RecordedMove],
        names: Sequence[str],
        hinted_seat: int | None,
        teams: TeamNames | None,
    ) -> tuple[MoveView, ...]:
        """Return the same as :func:`list_moves` for a game (an id), building only new lines."""
        begun, place = _start_list(names, hinted_seat, teams), (game, get_language())
        known = self._lists.get(place) or begun
        extended = (
            known if known.is_for(begun) and known.is_extended_by(record) else begun
        ).extend(record)
        self._lists.put(place, len(extended.lines), extended)
        return extended.lines


move_list_cache = MoveListCache()


def _start_list(names: Sequence[str], hinted_seat: int | None, teams: TeamNames | None) -> MoveList:
    return MoveList(tuple(names), teams, hinted_seat, get_language(), (0,) * len(names))


def _mark_withdrawn(lines: list[MoveView]) -> None:
    for index in range(len(lines) - 1, -1, -1):
        if lines[index].kind == "play":
            lines[index] = replace(lines[index], withdrawn=True)
            return


def _describe_shortly(move: RecordedMove) -> str:
    for event in move.events:
        match event:
            case Exchanged(count=count):
                short = _("Swapped %(count)s") if move.swaps else _("Exchanged %(count)s")
                return short % {"count": count}
            case Challenged(upheld=True):
                return _("Challenge successful")
            case Challenged(upheld=False):
                return _("Challenge failed")
            case Rejected():
                return pgettext("a move", "Voted against")
    if move.kind == "annul":
        return pgettext("an invitation", "Declined") if move.seat else _("Cancelled")
    return str(SHORT_TEXTS.get(move.kind, move.kind))
