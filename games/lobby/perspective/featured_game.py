"""The board beside the lobby's choices: a game that is being played, or a sample position."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString, mark_safe

from games.common.fragment_rendering import render_fragment
from games.lobby.perspective.entries import EntrySide, LobbyEntry
from games.play.models import Game
from games.play.perspective.board_thumbnails import trace_premiums, trace_squares
from games.play.perspective.game_previews import draw_live_board
from games.play.perspective.viewdata import ThumbnailView
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.squares import PlayPosition, Square

SAMPLE_LAYOUT = "standard"
SAMPLE_WORDS = (
    ("8F", "VIXEN"),
    ("F6", "FIVE"),
    ("H7", "OX"),
    ("J8", "NODE"),
    ("11J", "EGRET"),
    ("L9", "STRONG"),
)
"""Words on the board that is shown while no one plays: where they begin, and their letters."""
NEWEST_WORD = "EGRET"


@dataclass(frozen=True, slots=True)
class FeaturedGame:
    """A running game with its board drawn large."""

    code: str
    url: str
    title: str
    # Marks of the players; see LobbyEntry.people.
    people: frozenset[str]
    board: SafeString
    # The names of the seats with their scores.
    scores: tuple[tuple[str, int], ...]


def choose_featured_game(listed: Iterable[LobbyEntry]) -> FeaturedGame | None:
    """Return the newest of the listed games whose players are all here, drawn large.

    ``None`` if there is no such game.
    """
    playing = (entry for entry in listed if entry.status == Game.Status.PLAYING)
    entry = next(
        (candidate for candidate in playing if all(side.here for side in candidate.sides)), None
    )
    board = draw_live_board(entry.code) if entry else None
    if entry is None or board is None:
        return None
    scores = tuple(
        (_name_side(side), board.scores[side.seat])
        for side in entry.sides
        if side.seat < len(board.scores)
    )
    return FeaturedGame(entry.code, entry.url, entry.title, entry.people, board.picture, scores)


def _name_side(side: EntrySide) -> str:
    return side.team or ", ".join(person.name for person in side.people)


@cache
def draw_sample_board() -> SafeString:
    """Return the drawing of a position for a lobby without games."""
    layout = load_layout(SAMPLE_LAYOUT)
    letters: dict[Square, str] = {}
    newest: set[Square] = set()
    for place, word in SAMPLE_WORDS:
        square, direction = PlayPosition.parse(place)
        for letter in word:
            if word == NEWEST_WORD and square not in letters:
                newest.add(square)
            letters[square] = letter
            square = square.moved(direction.step)
    areas = (
        *trace_premiums(layout.id, rtl=False),
        ("on-board", trace_squares(letters.keys() - newest, layout, rtl=False)),
        ("last-play", trace_squares(newest, layout, rtl=False)),
    )
    faces = tuple((square.col, square.row, letter) for square, letter in sorted(letters.items()))
    picture = ThumbnailView(layout.rows, layout.cols, areas, faces, owned=False)
    return mark_safe(render_fragment("play/pieces/thumbnail", {"picture": picture}))  # noqa: S308
