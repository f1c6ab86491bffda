"""Lists of games on real boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.broadcasts.models import AnnotatedGame
from games.players.models import Player
from games.rules.positions.variants import get_variant

MAX_GAMES = 50
MAX_OWN_GAMES = 100


@dataclass(frozen=True, slots=True)
class AnnotatedGameLine:
    """A game in a list."""

    code: str
    title: str
    names: tuple[str, ...]
    variant_name: str
    moves: int
    over: bool
    created_at: datetime


def list_live_games() -> Sequence[AnnotatedGameLine]:
    """Return the listed games that are being played, those that changed last first."""
    live = AnnotatedGame.objects.filter(listed=True, stage=AnnotatedGame.Stage.LIVE)
    return [_build_line(game) for game in live.order_by("-changed_at")[:MAX_GAMES]]


def list_own_games(player: Player) -> Sequence[AnnotatedGameLine]:
    """Return the games whose score a player keeps, the newest first."""
    own = AnnotatedGame.objects.filter(keepers__player=player).order_by("-created_at")
    return [_build_line(game) for game in own[:MAX_OWN_GAMES]]


def list_games_of_event(code: str) -> dict[tuple[int, int], str]:
    """Return the codes of the games written down at an event, by round and table."""
    games = AnnotatedGame.objects.filter(table__round__event__code=code)
    rows = games.values_list("table__round__number", "table__number", "code")
    return {(round_number, table): game for round_number, table, game in rows}


def _build_line(game: AnnotatedGame) -> AnnotatedGameLine:
    return AnnotatedGameLine(
        game.code,
        game.title,
        tuple(game.names),
        get_variant(game.variant).name,
        len(game.moves),
        game.is_over,
        game.created_at,
    )
