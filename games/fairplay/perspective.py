"""One player's figures as moderators see them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.fairplay.models import MeasuredGame, PlayerSignals
from games.fairplay.services.measuring import compute_figures, list_latest_games, list_turns
from games.fairplay.terms.statistics import THRESHOLD, Figure
from games.ratings.perspective import LadderLabel, build_ladder_label
from scrabble_site.shared.wording import format_decimal, format_percent


@dataclass(frozen=True)
class FigureLine:
    """One figure in words: its value, the expected value, the deviation, its meaning and its error
    rate."""

    name: str
    value: str
    expected: str
    count: int
    deviations: str
    # "high", "usual", or "few" if there are too few turns to say.
    state: str
    meaning: str
    errors: str


@dataclass(frozen=True)
class MeasuredGameLine:
    """One measured game: when it ended, the rating before it, and how many rare best plays were
    found."""

    ended_at: datetime
    points: int
    found: int
    # How many rare best plays there were to find.
    hard: int
    # The URL of the game's record.
    url: str


@dataclass(frozen=True)
class SignalsView:
    ladder: LadderLabel
    figures: tuple[FigureLine, ...]
    games: tuple[MeasuredGameLine, ...]
    threshold: str


def build_signals_view(row: PlayerSignals) -> SignalsView:
    """Return the figures on the player's latest rated games, recomputed from their turns."""
    games = list_latest_games(row.player_id, row.ladder)
    figures = compute_figures(games, row.ladder)
    return SignalsView(
        ladder=build_ladder_label(row.ladder),
        figures=(
            _build_finds_line(figures.finds),
            _build_thinking_line(figures.thinking_time),
            _build_absence_line(figures.page_hidden),
        ),
        games=tuple(_lines(games)),
        threshold=number_format(THRESHOLD, 0),
    )


def _lines(games: Iterable[MeasuredGame]) -> Iterable[MeasuredGameLine]:
    for game in games:
        hard = [turn for turn in list_turns(game) if turn.is_hard]
        url = reverse("games:record", args=[game.game_id])
        found = sum(turn.found for turn in hard)
        yield MeasuredGameLine(game.ended_at, round(game.points), found, len(hard), url)


def _build_finds_line(figure: Figure) -> FigureLine:
    return FigureLine(
        name=_("Rare best plays found"),
        value=_format_percent(figure.value),
        expected=_format_percent(figure.expected),
        meaning=_(
            "How often the player made the engine's best play where it is hard to find: it "
            "needs a word outside everyday use and is only slightly better than other plays. "
            "“Expected” is what players of the same rating find. Players who study words find "
            "more."
        ),
        errors=_(
            "Measured: 0 of 200 sets of ten games drawn from 74 published human games are "
            "above the threshold, and 0 of 42 sets by the computer levels Beginner to Strong. "
            "4 of 12 sets by Advanced and Expert are. A rating that is far too low distorts the "
            "figure: rated 1500 instead of 1900, the same people are above the threshold in 43 of "
            "100 sets. Check the rating first, especially during a player's first games here."
        ),
        **_build_deviation_fields(figure),
    )


def _build_thinking_line(figure: Figure) -> FigureLine:
    return FigureLine(
        name=_("Thinking time follows difficulty"),
        value=format_decimal(figure.value, 2),
        expected=number_format(figure.expected, 2),
        meaning=_(
            "The rank correlation of thinking time and difficulty: 1 means that harder turns take "
            "longer every time, 0 that time ignores difficulty. Correspondence games do not count."
        ),
        errors=_(
            "Published games have no times, so this is only simulated: of players whose time "
            "follows difficulty as usual (0.20), 1 in 2,000 is above the threshold. Of those "
            "whose time ignores difficulty, only 13 in 100 are. People have other reasons to "
            "think, so never rely on this figure alone."
        ),
        **_build_deviation_fields(figure),
    )


def _build_absence_line(figure: Figure) -> FigureLine:
    return FigureLine(
        name=_("Page left before hard finds"),
        value=_format_percent(figure.value),
        expected=_format_percent(figure.expected),
        meaning=_(
            "How often the page was hidden for at least two seconds on turns with a rare find, "
            "compared with the player's other turns. Switching tabs or apps and locking the "
            "screen hide a page. A second device goes unnoticed, and a modified browser may "
            "report nothing."
        ),
        errors=_(
            "Published games don't show who left a page, so this is only simulated: of players "
            "who leave it regardless of what they find, 2 in 4,000 are above the threshold. Of "
            "those who leave it on 1 in 10 turns but before half of their hard finds, 71 in "
            "100 are."
        ),
        **_build_deviation_fields(figure),
    )


def _build_deviation_fields(figure: Figure) -> dict[str, Any]:
    far = figure.deviations
    state = "few" if far is None else "high" if figure.is_high else "usual"
    text = "" if far is None else f"{'+' if far >= 0 else '−'}{number_format(abs(far), 1)}"
    return {"count": figure.turns, "deviations": text, "state": state}


def _format_percent(part: float) -> str:
    return format_percent(100 * part)
