"""A challenge's verdict, and the end of a game with everything laid open."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import store
from games.play.gameview import (
    ChallengeView,
    FinalScoreView,
    OutcomeView,
    RackTileView,
    RatingView,
    WordVerdict,
)
from games.play.perspective.gathering import Gathered, seat_people
from games.play.scenes import Line
from games.play.telling import Teams, name_maker, tell_end, tell_tie_break
from games.players.models import Player
from games.players.names import isolate
from games.rules.events import Challenged, Ended, Event, Outcome, TurnLost
from games.rules.variants import ChallengeRule
from lexicon.services.definitions import find_definitions


def see_challenge(seen: Gathered) -> ChallengeView | None:
    """The verdict of the latest move, if that was a challenge."""
    if not seen.record:
        return None
    told = seen.record[-1]
    language, rule = seen.room.lexicon.language, seen.room.options.get("challenge", "")
    return tell_challenge(told, seen.names, seen.teams, language=language, rule=rule)


def tell_challenge(
    told: Line, names: Sequence[str], teams: Teams | None, *, language: str, rule: str
) -> ChallengeView | None:
    """The verdict of a move that was a challenge. ``language`` is the dictionary's, ``rule`` the
    challenge rule of the game."""
    event = next((event for event in told.events if isinstance(event, Challenged)), None)
    if event is None:
        return None
    meanings = find_definitions(language, [word for word, _good in event.words])
    return ChallengeView(
        challenger=name_maker(told, names, teams)[event.seat],
        challenged=names[event.challenged],
        words=tuple(WordVerdict(word, good, meanings.get(word, "")) for word, good in event.words),
        upheld=event.upheld,
        penalty=_penalty(event, told.events, names, rule),
    )


def _penalty(event: Challenged, events: tuple[Event, ...], seats: Sequence[str], rule: str) -> str:
    names = {"name": isolate(seats[event.seat]), "other": isolate(seats[event.challenged])}
    if event.misplaced:
        return _("The first play missed the centre.")
    if rule == ChallengeRule.TRIPLE and any(isinstance(after, Ended) for after in events):
        return _("The challenge decides the game.")
    if event.upheld:
        return _("%(other)s takes the tiles back and loses the turn.") % names
    if event.bonus:
        text = ngettext(
            "%(other)s gets %(points)s point.", "%(other)s gets %(points)s points.", event.bonus
        )
        return text % {**names, "points": event.bonus}
    lost = any(isinstance(after, TurnLost) and after.seat == event.seat for after in events)
    if lost:
        return _("%(name)s loses this turn.") % names
    if rule == ChallengeRule.DOUBLE:
        return _("%(name)s loses the next turn.") % names
    return _("The play stands.")


def see_outcome(
    seen: Gathered, racks: Mapping[int, tuple[RackTileView, ...]]
) -> OutcomeView | None:
    """The result. Read only once the game is over, and then the secret with it."""
    outcome = seen.outcome
    if outcome is None:
        return None
    return OutcomeView(
        reason=outcome.reason,
        sentence=tell_end(outcome, seen.said_names),
        winner=outcome.winner,
        finals=tuple(_final(seen, outcome, racks, n) for n in range(len(seen.seats))),
        tie_break=tell_tie_break(outcome),
        secret=store.secret_of(seen.game).hex(),
        record_url=reverse("games:record", args=[seen.game.pk]),
    )


def _final(
    seen: Gathered,
    outcome: Outcome,
    racks: Mapping[int, tuple[RackTileView, ...]],
    number: int,
) -> FinalScoreView:
    return FinalScoreView(
        seat=number,
        name=seen.names[number],
        before=outcome.before[number],
        adjustment=outcome.adjustments[number],
        total=outcome.scores[number],
        rack=racks.get(number, ()),
        winner=outcome.winner == number,
        overtime=outcome.overtime[number] if outcome.overtime else 0,
        people=() if seen.seats[number].team else seat_people(seen.seats[number]),
        ratings=_ratings(seen, number),
    )


def _ratings(seen: Gathered, number: int) -> tuple[RatingView, ...]:
    """Who did not play to the end, or plays unrated, has none."""
    told = ((one, seen.game.ratings.get(str(one.pk), {})) for one in _people(seen, number))
    return tuple(RatingView(one.nickname, **said) for one, said in told if "after" in said)


def _people(seen: Gathered, number: int) -> list[Player]:
    return [holder.player for holder in seen.seats[number].holders.all()]
