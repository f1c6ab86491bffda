"""The pages of today's games and of earlier days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q
from django.utils.translation import get_language

from games.daily.models import DailyAttempt, DailyGame
from games.daily.perspective.wording import get_percent, name_language
from games.daily.services.daily_games import list_daily_games, load_turns
from games.daily.services.daily_streaks import get_daily_streak
from games.players.models import Player
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.puzzles.services.practice import list_played_variants
from games.puzzles.services.streaks import Streak
from lexicon.terms.alphabets import get_main_language

ONE_DAY = timedelta(days=1)
DAYS_LISTED = 14


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A game in a list. ``status`` is "", "open" or "done", ``turn`` the one begun last."""

    day: date
    url: str
    language: str
    status: str
    turn: int
    points: int
    percent: float
    # How many players have finished it on its day.
    players: int


@dataclass(frozen=True, slots=True)
class DailyOverview:
    """The page of today's games, those in the reader's languages first.

    ``tomorrow`` has language and hash of the games to come.
    """

    day: date
    own: tuple[DailyCard, ...]
    others: tuple[DailyCard, ...]
    streak: Streak
    done_today: bool
    tomorrow: tuple[tuple[str, str], ...]


def build_daily_overview(
    player: Player | None, browser: Sequence[str], now: datetime
) -> DailyOverview:
    """Return today's games. ``browser`` are the languages that the reader's browser asks for."""
    day = get_puzzle_day(now)
    games = list_daily_games(day)
    own = _choose_languages(player, browser, {game.language for game in games})
    cards = _build_cards(games, player)
    streak = get_daily_streak(player, day)
    return DailyOverview(
        day=day,
        own=tuple(card for card, game in zip(cards, games, strict=True) if game.language in own),
        others=tuple(
            card for card, game in zip(cards, games, strict=True) if game.language not in own
        ),
        streak=streak,
        done_today=any(card.status == "done" for card in cards),
        tomorrow=tuple(
            (name_language(game.language), game.seed_hash)
            for game in list_daily_games(day + ONE_DAY)
        ),
    )


def build_earlier_daily_games(
    player: Player | None, browser: Sequence[str], now: datetime, before: date | None
) -> tuple[DailyCard, ...]:
    """Return two weeks of earlier games in the reader's languages, the newest first."""
    last = min(before or get_puzzle_day(now), get_puzzle_day(now))
    earlier = DailyGame.objects.filter(day__lt=last)
    offered = set(earlier.order_by().values_list("language", flat=True).distinct())
    wanted = _choose_languages(player, browser, offered)
    mine = earlier.filter(language__in=wanted).order_by("-day", "language")
    newest = mine.values_list("day", flat=True).first()
    if newest is None:
        return ()
    return tuple(_build_cards(list(mine.filter(day__gt=newest - DAYS_LISTED * ONE_DAY)), player))


def _choose_languages(player: Player | None, browser: Sequence[str], offered: set[str]) -> set[str]:
    """Return the reader's languages among those offered, or all if none of them is."""
    played = {language for _variant, language in list_played_variants(player)} if player else set()
    own = {*played, *browser, get_main_language(get_language() or "en")}
    return offered & own or offered


def _build_cards(games: Sequence[DailyGame], player: Player | None) -> list[DailyCard]:
    attempts = DailyAttempt.objects.filter(game__in=games)
    own = {one.game_id: one for one in attempts.filter(player=player)} if player else {}
    finished = Q(practice=False, finished_at__isnull=False)
    counts = attempts.filter(finished).order_by().values("game").annotate(n=Count("pk"))
    played = dict(counts.values_list("game", "n"))
    return [_build_card(game, own.get(game.pk), played.get(game.pk, 0)) for game in games]


def _build_card(game: DailyGame, attempt: DailyAttempt | None, players: int) -> DailyCard:
    status, percent = "", 0.0
    if attempt is not None and attempt.turn:
        status = "done" if attempt.finished_at else "open"
        most = sum(turn.score for turn in load_turns(game)[: len(attempt.turn_points)])
        percent = get_percent(attempt.points, most)
    return DailyCard(
        day=game.day,
        url=game.get_absolute_url(),
        language=name_language(game.language),
        status=status,
        turn=attempt.turn if attempt else 0,
        points=attempt.points if attempt else 0,
        percent=percent,
        players=players,
    )
