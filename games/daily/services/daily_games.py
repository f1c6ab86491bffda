"""The games of a day: which languages have one, and storing what the worker has generated.

Pages import this module, so it must not need the engine, which is in
:mod:`games.daily.services.generation`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from uuid import UUID

from django.db import IntegrityError, transaction

from games.daily.models import DailyGame, DailyGameSecret
from games.daily.terms.daily_turns import DailyTurn
from games.daily.terms.turn_clock import get_publication
from games.play.services.locking import write_transaction
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.fair_shuffle import SeedScheme, hash_secret, make_seed
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon, Revision
from scrabble_site.shared.refusals import NotFound

VARIANT = "scrabble"
SCHEME = SeedScheme.MIXED
"""No one is present when the first rack is drawn, so nothing is added to the secret."""


@dataclass(frozen=True, slots=True)
class MissingGame:
    """A game that has to be generated."""

    day: date
    language: str
    revision: Revision
    tile_set: str
    layout: str


def find_daily_game(day: str, language: str, now: datetime) -> DailyGame:
    """Return the game of a day, "2026-05-01". Raises ``NotFound`` for one yet to come."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise NotFound("daily.unknown") from None
    game = None
    if wanted <= get_puzzle_day(now):
        game = DailyGame.objects.filter(day=wanted, language=language).first()
    if game is None:
        raise NotFound("daily.unknown")
    return game


def list_daily_games(day: date) -> list[DailyGame]:
    """Return the games of a day by language."""
    return list(DailyGame.objects.filter(day=day).order_by("language"))


def load_turns(game: DailyGame) -> tuple[DailyTurn, ...]:
    """Return all turns. They never change, so each process keeps those of a few games."""
    return _load_turns(game.pk)


@lru_cache(maxsize=64)
def _load_turns(pk: UUID) -> tuple[DailyTurn, ...]:
    stored: list[dict[str, object]] = DailyGameSecret.objects.values_list("turns", flat=True).get(
        game=pk
    )
    return tuple(DailyTurn.from_json(one) for one in stored)


def is_published(game: DailyGame, now: datetime) -> bool:
    """Return whether the day is over for everyone, so that the game has no secret any more."""
    return now >= get_publication(game.day)


def read_published_secret(game: DailyGame, now: datetime) -> bytes:
    """Return the secret of a game whose day is over. Raises ``NotFound`` for any other."""
    if not is_published(game, now):
        raise NotFound("daily.unpublished")
    return bytes(DailyGameSecret.objects.values_list("secret", flat=True).get(game=game))


def make_daily_seed(secret: bytes) -> bytes:
    """Return the seed of the game's shuffles."""
    return make_seed(SCHEME, secret, ())


def list_missing_games(days: Iterable[date]) -> list[MissingGame]:
    """Return the games of these days that do not exist yet: one for each language with words."""
    wanted, variant = list(days), get_variant(VARIANT)
    present = set(DailyGame.objects.filter(day__in=wanted).values_list("day", "language"))
    lexicons = Lexicon.objects.offered().select_related("current_revision")
    chosen: dict[str, Lexicon] = {}
    for lexicon in sorted(
        lexicons, key=lambda one: (not one.site_default, not one.default, one.pk)
    ):
        chosen.setdefault(lexicon.language, lexicon)
    missing = []
    for day in wanted:
        for language, lexicon in sorted(chosen.items()):
            editions = list_editions(variant, [language])
            if (day, language) in present or not editions or lexicon.current_revision is None:
                continue
            missing.append(
                MissingGame(
                    day, language, lexicon.current_revision, editions[0].code, variant.layouts[0]
                )
            )
    return missing


def save_daily_game(
    wanted: MissingGame, secret: bytes, turns: Sequence[DailyTurn], now: datetime
) -> bool:
    """Store a generated game, unless another worker has been faster."""
    game = DailyGame(
        day=wanted.day,
        language=wanted.language,
        variant=VARIANT,
        tile_set=wanted.tile_set,
        layout=wanted.layout,
        revision=wanted.revision,
        seed_hash=hash_secret(secret),
        created_at=now,
    )
    try:
        with write_transaction(), transaction.atomic():
            game.save(force_insert=True)
            DailyGameSecret.objects.create(
                game=game, secret=secret, turns=[turn.to_json() for turn in turns]
            )
    except IntegrityError:
        return False
    return True
