"""Members' figures, as far as they show them to everybody."""

from games.api.schemas.people import BestPlayOut, PlayerOut, RatingOut, TallyOut
from games.common.refusals import Forbidden, Missing
from games.people.perspective.profile import best_plays, find_member, is_shown
from games.people.perspective.tallies import Tally, add_up
from games.players.models import Player
from games.ratings.perspective import look_at_ratings


def find_shown_member(name: str) -> Player:
    """The member who is called so, whose page is open to strangers. Raises ``Missing``, and
    ``Forbidden`` for one whose page is not."""
    owner = find_member(name)
    if owner is None:
        raise Missing("player.none")
    if not is_shown(owner, None):
        raise Forbidden("player.closed")
    return owner


def tell_player(owner: Player) -> PlayerOut:
    results = add_up(owner)
    return PlayerOut(
        name=owner.nickname,
        url=owner.get_absolute_url(),
        since=owner.created_at,
        total=_tally(results.total),
        by_variant=[_tally(one) for one in results.by_variant],
        by_language=[_tally(one) for one in results.by_language],
        by_speed=[_tally(one) for one in results.by_speed],
        by_opponents=[_tally(one) for one in results.by_versus],
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
            for one in look_at_ratings(owner)
        ],
        best_plays=[
            BestPlayOut(word=one.word, score=one.score, variant=one.variant, url=one.url)
            for one in best_plays(owner)
        ],
    )


def _tally(tally: Tally) -> TallyOut:
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
