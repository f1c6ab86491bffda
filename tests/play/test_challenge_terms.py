"""What players read before they challenge: the words, and what a failed challenge costs."""

import re

import pytest

from games.play import store
from games.play.perspective import build_room_view, preview_play
from games.play.services import turns
from games.rules.equipment.tiles import LetterTile
from games.rules.plays.acts import Play
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

COSTS = {
    "single": ("the play comes off the board.", "the play stays. It costs you nothing."),
    "double": ("the play comes off the board.", "you lose a turn."),
    "five": ("the play comes off the board.", "{name} gets 5 points."),
    "ten": ("the play comes off the board.", "{name} gets 10 points."),
    "triple": ("you win the game.", "you lose the game."),
}


def lay_first_tiles(room) -> tuple[int, Play]:
    """Return the seat to move, and a play of its first two tiles, whatever they spell."""
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    rack = [tile for tile in state.seats[state.to_move].rack if isinstance(tile, LetterTile)][:2]
    written = "".join(tile.face for tile in rack)
    return state.to_move, Play.read("8H", written, state.tile_set)


@pytest.mark.parametrize("rule", COSTS)
def test_the_dialog_names_the_words_and_the_cost(open_table, people, client_of, rule) -> None:
    room = open_table(challenge=rule)
    assert build_room_view(room.code, None).challenge_terms is None
    seat, play = lay_first_tiles(room)
    turns.apply_player_act(room.code, people[seat].pk, play, turn=0, key="", now=NOON)
    page = client_of(people[1 - seat]).get(f"/r/{room.code}/").content.decode()
    asked = page[page.index('id="_challenge_terms"') :].partition("</div>")[0]
    word = "".join(letter.face for _square, letter in play.placed())
    assert f"<b><bdi>{word}</bdi></b>" in asked
    invalid, valid = COSTS[rule]
    assert f"If a word is invalid, {invalid}" in asked
    said = re.sub("[\u2066-\u2069]", "", asked)  # marks of text direction around the name
    assert f"If every word is valid, {valid.format(name=people[seat].nickname)}" in said


@pytest.mark.parametrize(("rule", "unchecked"), [("void", False), ("single", True)])
def test_a_preview_is_neutral_if_words_are_not_checked(open_table, people, rule, unchecked) -> None:
    room = open_table(challenge=rule)
    seat, play = lay_first_tiles(room)
    look = preview_play(room.code, people[seat], lambda _tiles: play)
    assert look.unchecked == unchecked
    if rule == "void":
        assert look.lawful == (not look.score.invalid_words)
