"""Say how a game ended: who won, with which score and why, in one sentence."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.store.snapshots import RecordedMove
from games.rules.plays.events import EndReason, Event, Forfeited, Outcome, Resigned
from scrabble_site.shared.wording import write_minus


def headline_end(
    outcome: Outcome,
    names: Sequence[str],
    seat: int | None = None,
    *,
    left: Sequence[int] = (),
    last: RecordedMove | None = None,
) -> str:
    """Say who won, with which score and why, as a headline without a full stop.

    ``seat`` is the viewer's own, ``None`` for others. ``left`` are the seats that dropped out: they
    come after those who stayed. ``last`` is the last move.
    """
    result = _describe_result(outcome, names, seat, left)
    return add_reason(result, outcome.reason, last.events if last else ())


def narrate_end(
    outcome: Outcome,
    names: Sequence[str],
    seat: int | None = None,
    *,
    left: Sequence[int] = (),
    last: RecordedMove | None = None,
) -> str:
    """Say the same in a sentence that follows the last move, without a reason that it gives.

    See :func:`headline_end` for the arguments.
    """
    if last is not None and any(isinstance(event, Resigned | Forfeited) for event in last.events):
        return end_sentence(_describe_result(outcome, names, seat, left))
    return end_sentence(headline_end(outcome, names, seat, left=left, last=last))


def end_sentence(result: str) -> str:
    """Return a result with a full stop."""
    return _("%(sentence)s.") % {"sentence": result}


def ended_on_time(events: Iterable[Event]) -> bool:
    """Return whether a clock ran out in the last move, rather than a player staying away."""
    return any(isinstance(event, Forfeited) and event.cause == "time" for event in events)


def add_reason(result: str, reason: EndReason | str, events: Iterable[Event] = ()) -> str:
    """Return a result ("Ada won 505–286") with the reason why the game ended.

    ``events`` are those of the last move; they tell a lost clock from a player who was away.
    """
    on_time = ended_on_time(events)
    text = {
        "out": _("%(result)s after the last tile"),
        "passes": _("%(result)s after everyone passed"),
        "scoreless": _("%(result)s after too many scoreless turns"),
        "last_seat": _("%(result)s after everyone else left"),
        "triple": _("%(result)s by challenge"),
        "resigned": _("%(result)s by resignation"),
        "forfeited": _("%(result)s on time") if on_time else _("%(result)s by forfeit"),
    }.get(reason, "%(result)s")
    return text % {"result": result}


def rank_seats(outcome: Outcome, left: Sequence[int] = ()) -> list[int]:
    """Return the place of each seat, from 1. Equal scores share a place, unless one of them won."""
    keys = [
        (seat == outcome.winner, seat not in left, score)
        for seat, score in enumerate(outcome.scores)
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


def narrate_tie_break(outcome: Outcome) -> str:
    """Say what decided between equal scores; empty if there was no tie to break."""
    return {
        None: "",
        "before_adjustment": _("Tied: the higher score before leftover tiles decides."),
        "safe_points": _("Tied: more safe points decide."),
        "tiles_played": _("Tied: more tiles played decide."),
        "best_theft": _("Tied: the most points stolen in one move decide."),
        "lot": _("Tied in everything: a random draw from the game's seed decides."),
    }.get(outcome.tie_break, "")


def _describe_result(
    outcome: Outcome, names: Sequence[str], seat: int | None, left: Sequence[int]
) -> str:
    if outcome.reason == "annulled":
        return _("No result")
    if len(outcome.scores) != 2:
        return _describe_place(outcome, names, seat, left)
    own = outcome.winner if seat is None else seat
    first = own or 0
    score = {"score": join_scores(outcome.scores[first], outcome.scores[1 - first])}
    if outcome.winner is None:
        return (_("A draw, %(score)s") if seat is None else _("You drew %(score)s")) % score
    if seat is None:
        return _("%(name)s won %(score)s") % {**score, "name": names[outcome.winner]}
    return (_("You won %(score)s") if seat == outcome.winner else _("You lost %(score)s")) % score


def join_scores(first: int, second: int) -> str:
    """Return "505–286"; a dash beside a minus sign would be hard to read."""
    values = {"first": _number(first), "second": _number(second)}
    text = "%(first)s–%(second)s"
    if min(first, second) < 0:
        text = _("%(first)s to %(second)s")
    return text % values


def _describe_place(
    outcome: Outcome, names: Sequence[str], seat: int | None, left: Sequence[int]
) -> str:
    """Describe the result of a game with more than two seats, or with one."""
    if seat is None and outcome.winner is None:
        points = max(outcome.scores)
        text = ngettext("A draw with %(n)s point", "A draw with %(n)s points", points)
        return text % {"n": _number(points)}
    if seat is None:
        assert outcome.winner is not None
        points = outcome.scores[outcome.winner]
        text = ngettext("%(name)s won with %(n)s point", "%(name)s won with %(n)s points", points)
        return text % {"name": names[outcome.winner], "n": _number(points)}
    points = outcome.scores[seat]
    text = _describe_own_place(rank_seats(outcome, left)[seat], points, won=outcome.winner == seat)
    return text % {"n": _number(points)}


def _describe_own_place(place: int, points: int, *, won: bool) -> str:
    if won:
        return ngettext("You won with %(n)s point", "You won with %(n)s points", points)
    return {
        1: ngettext(
            "You share first place with %(n)s point",
            "You share first place with %(n)s points",
            points,
        ),
        2: ngettext(
            "You came second with %(n)s point", "You came second with %(n)s points", points
        ),
        3: ngettext("You came third with %(n)s point", "You came third with %(n)s points", points),
        4: ngettext(
            "You came fourth with %(n)s point", "You came fourth with %(n)s points", points
        ),
    }[place]


def _number(points: int) -> str:
    """Return a score, with a minus sign instead of a hyphen."""
    return write_minus(str(points))
