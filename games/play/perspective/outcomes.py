"""The verdict of a challenge, and the result of a game with its racks and secret revealed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.names import isolate_name
from games.play import store
from games.play.models import Game
from games.play.perspective.endings import headline_end, narrate_tie_break
from games.play.perspective.masking import MaskedSnapshot, list_seat_people
from games.play.perspective.narration import TeamNames, name_mover
from games.play.perspective.viewdata import (
    ChallengeTermsView,
    ChallengeView,
    FinalScoreView,
    OutcomeView,
    RackTileView,
    RatingView,
    WordVerdictView,
    WordVotesView,
)
from games.play.store.snapshots import RecordedMove
from games.players.models import Player
from games.rules.flow.game import GameState
from games.rules.plays.events import Challenged, Ended, Event, Outcome, TurnLost
from games.rules.positions.variants import ChallengeRule
from lexicon.services.definitions import find_definitions


def build_challenge_view(masked: MaskedSnapshot) -> ChallengeView | None:
    """Return the verdict of the last move, if it was a challenge."""
    if not masked.record:
        return None
    last = masked.record[-1]
    language, rule = masked.room.lexicon.language, masked.room.options.get("challenge", "")
    return build_verdict(last, masked.names, masked.teams, language=language, rule=rule)


def build_verdict(
    move: RecordedMove, names: Sequence[str], teams: TeamNames | None, *, language: str, rule: str
) -> ChallengeView | None:
    """Return the verdict of a move; ``None`` if it was not a challenge.

    ``language`` is the dictionary's, ``rule`` the game's challenge rule.
    """
    event = next((event for event in move.events if isinstance(event, Challenged)), None)
    if event is None:
        return None
    meanings = find_definitions(language, [word for word, _good in event.words])
    return ChallengeView(
        challenger=name_mover(move, names, teams)[event.seat],
        challenged=names[event.challenged],
        words=tuple(
            WordVerdictView(word, good, meanings.get(word, "")) for word, good in event.words
        ),
        upheld=event.upheld,
        penalty=_describe_penalty(event, move.events, names, rule),
    )


def _describe_penalty(
    event: Challenged, events: tuple[Event, ...], seats: Sequence[str], rule: str
) -> str:
    names = {
        "name": isolate_name(seats[event.seat]),
        "other": isolate_name(seats[event.challenged]),
    }
    if event.misplaced:
        return _("The first play missed the centre.")
    if rule == ChallengeRule.TRIPLE and any(isinstance(after, Ended) for after in events):
        return _("The challenge decided the game.")
    if event.upheld:
        return _("%(other)s took back the tiles and lost the turn.") % names
    if event.bonus:
        text = ngettext(
            "+%(points)s point for %(other)s.", "+%(points)s points for %(other)s.", event.bonus
        )
        return text % {**names, "points": event.bonus}
    lost = any(isinstance(after, TurnLost) and after.seat == event.seat for after in events)
    if lost:
        return _("%(name)s lost this turn.") % names
    if rule == ChallengeRule.DOUBLE:
        return _("%(name)s will lose the next turn.") % names
    return _("The play stays on the board.")


def build_challenge_terms(masked: MaskedSnapshot) -> ChallengeTermsView | None:
    """Return what a challenge of the last play would be about; ``None`` if none is possible."""
    played = masked.last_played
    if played is None or masked.outcome is not None or masked.state is None:
        return None
    rule = masked.state.options.challenge
    if rule.judges_at_once or (rule.votes and masked.state.pending is None):
        return None
    if rule.votes:
        return _build_vote_terms(masked.state)
    return ChallengeTermsView(
        words=tuple(word.word for word in played.score.words),
        if_invalid=(
            _("If a word is invalid, you win the game.")
            if rule is ChallengeRule.TRIPLE
            else _("If a word is invalid, the play comes off the board.")
        ),
        if_valid=_describe_failure(rule, masked.isolated_names[played.seat]),
    )


def build_word_votes(masked: MaskedSnapshot) -> WordVotesView | None:
    """Return which words are put to the vote and which were accepted; ``None`` without votes."""
    if not masked.variant.options(**masked.room.options).challenge.votes:
        return None
    state, pending = masked.state, masked.state.pending if masked.state else None
    put = pending if pending and pending.voted_words else None
    return WordVotesView(
        seat=put.seat if put else None,
        words=tuple(map("".join, put.voted_words)) if put else (),
        accepted=tuple(map("".join, state.allowed_words)) if state else (),
    )


def _build_vote_terms(state: GameState) -> ChallengeTermsView:
    assert state.pending is not None
    return ChallengeTermsView(
        words=tuple(map("".join, state.pending.voted_words)),
        if_invalid=_("The play comes off the board unless at least half of the others accept it."),
        if_valid=_("Words that are accepted count for the rest of the game."),
    )


def _describe_failure(rule: ChallengeRule, other: str) -> str:
    """Say what a challenge of valid words costs."""
    if rule.bonus:
        text = ngettext(
            "If every word is valid, %(name)s gets %(points)s point.",
            "If every word is valid, %(name)s gets %(points)s points.",
            rule.bonus,
        )
        return text % {"name": other, "points": rule.bonus}
    return {
        ChallengeRule.DOUBLE: _("If every word is valid, you lose a turn."),
        ChallengeRule.TRIPLE: _("If every word is valid, you lose the game."),
    }.get(rule, _("If every word is valid, the play stays. It costs you nothing."))


def build_outcome_view(
    masked: MaskedSnapshot, racks: Mapping[int, tuple[RackTileView, ...]]
) -> OutcomeView | None:
    """Return the result; ``None`` until the game has ended.

    The secret and the record come with it once the game is over for everyone.
    """
    outcome = masked.outcome
    if outcome is None:
        return None
    finals = tuple(_build_final_score(masked, outcome, racks, n) for n in range(len(masked.seats)))
    is_public = masked.game.status == Game.Status.OVER
    return OutcomeView(
        reason=outcome.reason,
        sentence=headline_end(outcome, masked.isolated_names, last=masked.last_move),
        winner=outcome.winner,
        finals=finals,
        tie_break=narrate_tie_break(outcome),
        # Revealed so that anyone can verify the draws. No view may contain it before the end.
        secret=store.read_secret(masked.game).hex() if is_public else "",
        record_url=reverse("games:record", args=[masked.game.pk]) if is_public else "",
        rating_note=_describe_rating_note([one for final in finals for one in final.ratings]),
    )


def address_outcome(
    masked: MaskedSnapshot, view: OutcomeView | None, seat: int
) -> OutcomeView | None:
    """Return the result with the headline for the player at ``seat``: "You won 505–286"."""
    if view is None or masked.outcome is None:
        return view
    title = headline_end(
        masked.outcome, masked.isolated_names, seat, left=masked.seats_left, last=masked.last_move
    )
    return replace(view, sentence=title)


def _build_final_score(
    masked: MaskedSnapshot,
    outcome: Outcome,
    racks: Mapping[int, tuple[RackTileView, ...]],
    number: int,
) -> FinalScoreView:
    return FinalScoreView(
        seat=number,
        name=masked.names[number],
        before=outcome.before[number],
        adjustment=outcome.adjustments[number],
        total=outcome.scores[number],
        rack=racks.get(number, ()),
        winner=outcome.winner == number,
        overtime=outcome.overtime[number] if outcome.overtime else 0,
        people=() if masked.seats[number].team else list_seat_people(masked.seats[number]),
        ratings=_build_rating_views(masked, number),
    )


def _build_rating_views(masked: MaskedSnapshot, number: int) -> tuple[RatingView, ...]:
    """Return what the game did to the ratings of a seat's holders.

    Players who left before the end or who play unrated are left out.
    """
    ratings = ((one, masked.game.ratings.get(str(one.pk), {})) for one in _people(masked, number))
    return tuple(
        RatingView(one.shown_name, **{"after": rating["before"], **rating})
        for one, rating in ratings
        if {"after", "unchanged"} & rating.keys()
    )


def _describe_rating_note(ratings: Sequence[RatingView]) -> str:
    """Say why the game counted less than fully, or not at all, for the ratings."""
    unchanged = [one.unchanged for one in ratings]
    notes = []
    if any(unchanged):
        notes.append(
            _("Ratings are unchanged: a game only counts once everyone has moved.")
            if all(unchanged)
            else _("Players who hadn't moved keep their rating.")
        )
    if any(one.share < 100 for one in ratings):
        notes.append(_("Repeated games between the same players count less."))
    return " ".join(notes)


def _people(masked: MaskedSnapshot, number: int) -> list[Player]:
    return [holder.player for holder in masked.seats[number].holders.all()]


def build_dispute_url(masked: MaskedSnapshot) -> str:
    """Return the URL of the dispute form for this game's words; empty until the game is over."""
    if masked.game.status != Game.Status.OVER or masked.game.revision is None:
        return ""
    query = {
        "revision": masked.game.revision.number,
        "game": masked.room.shown_title,
        "game_url": reverse("games:record", args=[masked.game.pk]),
    }
    return f"{reverse('lexicon:dispute', args=[masked.room.lexicon.slug])}?{urlencode(query)}"
