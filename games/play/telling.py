"""Moves, challenges and ends in sentences, made from the public events of a game.

What may be told to whom is settled before: events hold no secret. Refusals are explained in
:mod:`games.play.wording`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.gameview import LastMoveView, MoveView
from games.rules.events import (
    Accepted,
    Adjusted,
    Annulled,
    Challenged,
    Event,
    Exchanged,
    Forfeited,
    Lapsed,
    Outcome,
    Passed,
    Played,
    Resigned,
    TurnLost,
    Withdrawn,
)
from games.rules.moves import TURN_KINDS
from games.rules.notation import lower_face
from games.rules.scoring import WordScore


@dataclass(frozen=True, slots=True)
class Told:
    """One move of the record: its number, who made it, its act's name, and what followed.

    ``swaps``: the variant says "swap" for an exchange. ``language``: of the tiles.
    """

    number: int
    seat: int
    kind: str
    events: tuple[Event, ...]
    swaps: bool = False
    language: str = ""

    @property
    def withdrew(self) -> bool:
        """A play was taken back by it."""
        return any(isinstance(event, Withdrawn) for event in self.events)


def deltas_of(events: Sequence[Event], seats: int) -> list[int]:
    """The change of every seat's score by these events."""
    change = [0] * seats
    for event in events:
        match event:
            case Played(deltas=deltas):
                change = [a + b for a, b in zip(change, deltas, strict=True)]
            case Challenged(challenged=seat, bonus=points) | Adjusted(seat=seat, points=points):
                change[seat] += points
            case Withdrawn(seat=seat, score=points):
                change[seat] -= points
    return change


def list_moves(
    record: Sequence[Told], names: Sequence[str], hinted: int | None = None
) -> tuple[MoveView, ...]:
    """The move list with running totals; a play that was taken back is marked.

    ``hinted`` is the seat that may ask what its best plays had been.
    """
    totals = [0] * len(names)
    lines: list[MoveView] = []
    for told in record:
        change = deltas_of(_in_play(told.events), len(names))
        totals = [a + b for a, b in zip(totals, change, strict=True)]
        if told.withdrew:
            _mark_withdrawn(lines)
        lines.append(_line(told, names, change[told.seat], totals[told.seat], hinted))
    return tuple(lines)


def tell_last(told: Told, names: Sequence[str]) -> LastMoveView:
    """The last-move line: what it was, and the change of every score."""
    change = deltas_of(_in_play(told.events), len(names))
    deltas = tuple((seat, points) for seat, points in enumerate(change) if points)
    return LastMoveView(told.kind, tell_move(told, names), deltas)


def tell_move(told: Told, names: Sequence[str]) -> str:
    """A sentence of what happened, its consequences included."""
    sentences = (_tell_event(event, names, told) for event in told.events)
    return " ".join(sentence for sentence in sentences if sentence)


def write_word(word: WordScore, language: str) -> str:
    """A word in record notation: blanks in lower case where the script has case, by the rules of
    the tiles' language."""
    pairs = zip(word.faces, word.blanks, strict=True)
    return "".join(lower_face(face, language) if blank else face for face, blank in pairs)


def _in_play(events: Sequence[Event]) -> list[Event]:
    """Without the adjustment at the end, which is told apart from the move."""
    return [event for event in events if not isinstance(event, Adjusted)]


def _mark_withdrawn(lines: list[MoveView]) -> None:
    for index in range(len(lines) - 1, -1, -1):
        if lines[index].kind == "play":
            lines[index] = replace(lines[index], withdrawn=True)
            return


def _line(told: Told, names: Sequence[str], score: int, total: int, hinted: int | None) -> MoveView:
    played = next((event for event in told.events if isinstance(event, Played)), None)
    word = write_word(played.score.words[0], told.language) if played else ""
    position = played.position if played else ""
    return MoveView(
        number=told.number,
        seat=told.seat,
        name=names[told.seat],
        kind=told.kind,
        position=position,
        word=word,
        text=f"{position} {word}" if played else _short(told),
        score=score,
        total=total,
        withdrawn=False,
        has_more=played is not None or (told.seat == hinted and told.kind in TURN_KINDS),
    )


def _short(told: Told) -> str:
    for event in told.events:
        match event:
            case Exchanged(count=count):
                short = _("Swapped %(count)s") if told.swaps else _("Exchanged %(count)s")
                return short % {"count": count}
            case Challenged(upheld=True):
                return _("Challenged: withdrawn")
            case Challenged(upheld=False):
                return _("Challenged in vain")
    return {
        "pass": _("Passed"),
        "accept": _("Accepted"),
        "resign": _("Resigned"),
        "forfeit": _("Out of time"),
        "annul": _("Declined") if told.seat else _("Withdrawn"),
        "lapse": _("Lapsed"),
    }.get(told.kind, told.kind)


def _tell_event(event: Event, names: Sequence[str], told: Told) -> str:
    match event:
        case Played(seat=seat, score=score):
            return _tell_play(names[seat], event, score.total, told.language)
        case Exchanged(seat=seat, count=count):
            return _tell_exchange(names[seat], count, told.swaps)
        case Passed(seat=seat):
            return _("%(name)s passed.") % {"name": names[seat]}
        case Challenged():
            return _tell_challenge(event, names)
        case TurnLost(seat=seat):
            return _("%(name)s loses a turn.") % {"name": names[seat]}
        case Accepted(seat=seat):
            return _("%(name)s accepted the play.") % {"name": names[seat]}
    return _tell_leaving(event, names)


def _tell_leaving(event: Event, names: Sequence[str]) -> str:
    match event:
        case Resigned(seat=seat):
            return _("%(name)s resigned.") % {"name": names[seat]}
        case Forfeited(seat=seat):
            return _("%(name)s ran out of time.") % {"name": names[seat]}
        case Annulled(seat=seat):
            return _tell_annulled(names[seat], invited=seat > 0)
        case Lapsed():
            return _("Nobody moved in time: the game has lapsed.")
    return ""


def _tell_annulled(name: str, *, invited: bool) -> str:
    if invited:
        return _("The invitation was declined.")
    return _("%(name)s has withdrawn.") % {"name": name}


def _tell_exchange(name: str, count: int, swaps: bool) -> str:
    if swaps:
        text = ngettext(
            "%(name)s swapped %(count)s tile.", "%(name)s swapped %(count)s tiles.", count
        )
    else:
        text = ngettext(
            "%(name)s exchanged %(count)s tile.", "%(name)s exchanged %(count)s tiles.", count
        )
    return text % {"name": name, "count": count}


def _tell_play(name: str, played: Played, points: int, language: str) -> str:
    word = write_word(played.score.words[0], language)
    if played.score.stolen:
        return _("%(name)s played %(word)s: %(points)s points, %(stolen)s of them stolen.") % {
            "name": name,
            "word": word,
            "points": points,
            "stolen": played.score.stolen,
        }
    return _("%(name)s played %(word)s for %(points)s.") % {
        "name": name,
        "word": word,
        "points": points,
    }


def _tell_challenge(event: Challenged, names: Sequence[str]) -> str:
    who = {"name": names[event.seat], "other": names[event.challenged]}
    if event.upheld:
        return _("%(name)s challenged and %(other)s's play was withdrawn.") % who
    if event.bonus:
        text = _("%(name)s challenged in vain: %(points)s points to %(other)s.")
        return text % {**who, "points": event.bonus}
    return _("%(name)s challenged in vain: every word is good.") % who


def tell_end(outcome: Outcome, names: Sequence[str]) -> str:
    """How the game ended, and who won."""
    if outcome.reason == "annulled":
        return _("The game was annulled. Nobody wins.")
    if outcome.winner is None:
        return _("A draw.") + " " + _tell_reason(outcome)
    won = _("%(name)s wins.") % {"name": names[outcome.winner]}
    return f"{won} {_tell_reason(outcome)}"


def _tell_reason(outcome: Outcome) -> str:
    return {
        "out": _("The last tile was played."),
        "passes": _("Everyone passed."),
        "scoreless": _("Too many turns without a score."),
        "last_seat": _("Everyone else has left."),
        "triple": _("The challenge decided the game."),
        "resigned": _("By resignation."),
        "forfeited": _("The time ran out."),
    }.get(outcome.reason, "")


def tell_tie_break(outcome: Outcome) -> str:
    """What decided between equal scores, empty when nothing had to."""
    return {
        None: "",
        "before_adjustment": _("Equal scores: the higher score before the adjustment decides."),
        "safe_points": _("Equal scores: more safe points decide."),
        "tiles_played": _("Equal scores: more tiles played decide."),
        "best_theft": _("Equal scores: the most points stolen in one move decide."),
        "lot": _("Equal scores in everything: drawn by lot from the game's seed."),
    }.get(outcome.tie_break, "")
