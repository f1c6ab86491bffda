"""Finished games, one line each, from one player's point of view or a neutral one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.people.models import PlayedGame
from games.play.models import Game
from games.play.perspective import list_seat_names
from games.players.models import Player
from games.rules.positions.variants import get_variant
from scrabble_site.shared.wording import write_minus


@dataclass(frozen=True, slots=True)
class PastGameLine:
    """One finished game in a list."""

    url: str
    ended_at: datetime | None
    variant: str
    # The owner's result, "" for a line without an owner.
    result: str
    result_label: str
    # Name and score of every seat in seat order, and whether it is the owner's.
    scores: tuple[tuple[str, int, bool], ...]
    rating: str = ""


def build_own_lines(rows: Sequence[PlayedGame], owner: Player) -> list[PastGameLine]:
    """Return lines for the games of one player."""
    games = Game.objects.filter(pk__in=[row.game_id for row in rows])
    # Board states are large, and a list of games does not need them.
    found = games.defer("state", "opening").prefetch_related("seats__holders__player").in_bulk()
    return [_build_own_line(row, found[row.game_id], owner) for row in rows]


def build_game_lines(games: Iterable[Game]) -> list[PastGameLine]:
    """Return neutral lines for games, with the winner. Seats and holders must be prefetched."""
    return [_build_game_line(game) for game in games]


def _build_own_line(row: PlayedGame, game: Game, owner: Player) -> PastGameLine:
    rating = game.ratings.get(str(owner.pk), {})
    return PastGameLine(
        url=reverse("games:record", args=[game.pk]),
        ended_at=row.ended_at,
        variant=get_variant(row.variant).name,
        result=row.result,
        result_label=row.get_result_display(),
        scores=_build_scores(game, owner),
        rating=_describe_rating_change(rating),
    )


def _describe_rating_change(rating: Mapping[str, Any]) -> str:
    """Return the change of the owner's rating in words, "" if the game was not rated."""
    if "unchanged" in rating:
        return _("rating unchanged")
    if "change" not in rating:
        return ""
    # A typographic minus sign, as wide as the plus.
    change = write_minus(f"{rating['change']:+d}")
    if "share" not in rating:
        return change
    return _("%(change)s (counted %(share)s%%)") % {"change": change, "share": rating["share"]}


def _build_game_line(game: Game) -> PastGameLine:
    outcome = game.outcome or {}
    scores = _build_scores(game, None)
    winner = outcome.get("winner")
    if outcome.get("reason") == "annulled":
        label = _("annulled")
    else:
        label = (
            _("drawn")
            if winner is None
            else _("%(name)s won") % {"name": isolate_name(scores[winner][0])}
        )
    return PastGameLine(
        url=reverse("games:record", args=[game.pk]),
        ended_at=game.ended_at,
        variant=get_variant(game.room.variant).name,
        result="",
        result_label=label,
        scores=scores,
    )


def _build_scores(game: Game, owner: Player | None) -> tuple[tuple[str, int, bool], ...]:
    seats = list(game.seats.all())
    held = owner.pk if owner else None
    own = [any(holder.player_id == held for holder in seat.holders.all()) for seat in seats]
    names = [" & ".join(list_seat_names(seat)) for seat in seats]
    scores = (game.outcome or {}).get("scores", ())
    return tuple(zip(names, scores, own, strict=False))
