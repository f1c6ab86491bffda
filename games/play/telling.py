"""Moves, challenges and ends in sentences, made from the public events of a game.

What may be told to whom is settled before: events hold no secret. Refusals are explained in
:mod:`games.play.wording`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.gameview import LastMoveView
from games.play.scenes import Line
from games.players.names import isolate
from games.rules.events import (
    Accepted,
    Adjusted,
    Annulled,
    Challenged,
    Event,
    Exchanged,
    Forfeited,
    Lapsed,
    Missed,
    Outcome,
    Passed,
    Played,
    Resigned,
    TurnLost,
    Withdrawn,
)
from games.rules.notation import lower_face
from games.rules.scoring import WordScore


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


def in_play(events: Sequence[Event]) -> list[Event]:
    """Without the adjustment at the end, which is told apart from the move."""
    return [event for event in events if not isinstance(event, Adjusted)]


@dataclass(frozen=True, slots=True)
class Teams:
    """What is to be known to say who of a team made a move: what everybody here is called now, by
    id, what the seats are called, and which of those names a team has chosen."""

    members: Mapping[UUID, str]
    seats: tuple[str, ...]
    named: tuple[bool, ...]

    def maker_of(self, told: Line) -> str:
        """Who made it; empty where that is what the seat is called, or no person."""
        name = self.members.get(told.player, told.name) if told.player else ""
        return "" if name == self.seats[told.seat] else name


def name_maker(told: Line, names: Sequence[str], teams: Teams | None) -> Sequence[str]:
    """The seats' names, with who made the move beside or instead of the team's."""
    maker = teams.maker_of(told) if teams else ""
    if not teams or not maker:
        return names
    seat, by = told.seat, isolate(maker)
    named = f"{names[seat]} ({by})" if teams.named[seat] else by
    return [*names[:seat], named, *names[seat + 1 :]]


def tell_last(told: Line, names: Sequence[str], teams: Teams | None = None) -> LastMoveView:
    """The last-move line: what it was, and the change of every score."""
    change = deltas_of(in_play(told.events), len(names))
    deltas = tuple((seat, points) for seat, points in enumerate(change) if points)
    return LastMoveView(told.kind, tell_move(told, names, teams), deltas)


def tell_move(told: Line, names: Sequence[str], teams: Teams | None = None) -> str:
    """A sentence of what happened, its consequences included."""
    acting = name_maker(told, names, teams)
    sentences = (
        _tell_event(event, names if isinstance(event, TurnLost) else acting, told)
        for event in told.events
    )
    said = " ".join(sentence for sentence in sentences if sentence)
    return f"{said} {_('By stored reply.')}" if told.by_reply else said


def write_word(word: WordScore, language: str) -> str:
    """A word in record notation: blanks in lower case where the script has case, by the rules of
    the tiles' language."""
    pairs = zip(word.faces, word.blanks, strict=True)
    return "".join(lower_face(face, language) if blank else face for face, blank in pairs)


def _tell_event(event: Event, names: Sequence[str], told: Line) -> str:
    match event:
        case Played(seat=seat, score=score):
            return _tell_play(names[seat], event, score.total, told.language)
        case Exchanged(seat=seat, count=count):
            return _tell_exchange(names[seat], count, told.swaps)
        case Missed(seat=seat):
            return _("%(name)s let the time for the turn run out.") % {"name": names[seat]}
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
        case Forfeited(seat=seat, cause="away"):
            return _("%(name)s has left, and is out of the game.") % {"name": names[seat]}
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
