"""Members' statistics, as far as they are public."""

from games.api.terms.schemas.people import BestPlayOut, PlayerOut, RatingOut, TallyOut
from games.people.perspective.profile import best_plays, find_member, is_profile_visible
from games.people.perspective.result_totals import ResultTotals, build_results
from games.players.models import Player
from games.ratings.perspective import list_rating_histories
from scrabble_site.shared.refusals import Forbidden, NotFound


def find_visible_member(name: str) -> Player:
    """Return the member with this name if their profile is public.

    Raises ``NotFound`` for an unknown name, and ``Forbidden`` if the profile is not public.
    """
    owner = find_member(name)
    if owner is None:
        raise NotFound("player.none")
    if not is_profile_visible(owner, None):
        raise Forbidden("player.closed")
    return owner


def serialize_player(owner: Player) -> PlayerOut:
    results = build_results(owner)
    return PlayerOut(
        name=owner.shown_name,
        url=owner.get_absolute_url(),
        since=owner.created_at,
        total=_serialize_totals(results.total),
        by_variant=[_serialize_totals(totals) for totals in results.by_variant],
        by_language=[_serialize_totals(totals) for totals in results.by_language],
        by_speed=[_serialize_totals(totals) for totals in results.by_speed],
        by_opponents=[_serialize_totals(totals) for totals in results.by_versus],
        ratings=[
            RatingOut(
                variant=one.ladder.variant,
                language=one.ladder.language,
                speed=one.ladder.speed,
                points=one.points,
                provisional=one.provisional,
                games=one.games,
                highest=one.highest,
                lowest=one.lowest,
            )
            for one in list_rating_histories(owner)
        ],
        best_plays=[
            BestPlayOut(word=one.word, score=one.score, variant=one.variant, url=one.url)
            for one in best_plays(owner, None)
        ],
    )


def _serialize_totals(tally: ResultTotals) -> TallyOut:
    return TallyOut(
        label=tally.label,
        games=tally.games,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        average=tally.average,
        highest=tally.highest,
        bingos=tally.bingos,
    )
