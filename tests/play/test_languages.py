"""Games in Spanish (tiles of two letters), Catalan (L·L) and Hebrew (right to left)."""

import hashlib
from itertools import product

import pytest

from games.play import store
from games.play.models import Room
from games.play.perspective import build_room_view, preview_play
from games.play.perspective.move_list import list_moves
from games.play.perspective.narration import narrate_move
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.store.snapshots import RecordedMove
from games.players.models import Player
from games.records.perspective.gcg_export import export_gcg
from games.rules.equipment.tiles import LetterTile, TileSet, load_tile_set
from games.rules.flow.game import start_game
from games.rules.gcg.reader import read_record
from games.rules.gcg.replay import replay_record
from games.rules.plays.acts import Act, Play, Resign
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.play.conftest import NOON, table_of
from tests.rules.positions import lay, table

pytestmark = pytest.mark.django_db

CASES = [("es", "CH"), ("ca", "L·L"), ("he", "ש")]


@pytest.fixture
def secret(settings) -> str:
    settings.TEST_SEED = "languages"
    return settings.TEST_SEED


def title_with(secret: str, edition: str, face: str) -> str:
    """Return a room title whose first game deals ``face`` to the seat that starts."""
    options = get_variant("scrabble").options(challenge="void")
    for number in range(1000):
        title = f"{edition} {number}"
        # Under TEST_SEED, the room's title and the game's number determine every draw.
        seed = hashlib.sha256(f"{secret}/{title}/1".encode()).digest()
        state = start_game("scrabble", options, 2, seed, tile_set=edition).state
        assert state.to_move is not None
        if LetterTile(face) in state.seats[state.to_move].rack:
            return title
    raise AssertionError("no seed deals that tile")


def pairs_of(tile_set: TileSet) -> list[str]:
    """Return every pair of faces as one word.
    Some can be read as other tiles, as in real word lists."""
    return sorted({a + b for a, b in product(tile_set.faces, repeat=2)})


def open_foreign_table(edition: str, title: str, people: list[Player]) -> Room:
    tile_set = load_tile_set(edition)
    lexicon = Lexicon.objects.create(slug=edition, name=edition, language=tile_set.language)
    publish_words(lexicon, pairs_of(tile_set), base=None, author=Author("tests"), note="test")
    lexicon.refresh_from_db()
    options = get_variant("scrabble").options(challenge="void")
    room_settings = RoomSettings("scrabble", edition, lexicon, 2, options, title=title)
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.take_seat(room.code, people[1], 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    return room


@pytest.mark.parametrize(("edition", "face"), CASES)
def test_a_first_play_is_made_in_another_script(secret, people, edition: str, face: str) -> None:
    room = open_foreign_table(edition, title_with(secret, edition, face), people)
    tile_set = load_tile_set(edition)
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    player = people[state.to_move]
    rack = state.seats[state.to_move].rack
    other = next(t for t in rack if isinstance(t, LetterTile) and t.face != face)
    tiles = tile_set.write((LetterTile(face), other))

    def read(of: TileSet) -> Act:
        return Play.read("8H", tiles, of)

    expected = 2 * (tile_set.values[face] + tile_set.values[other.face])
    looked = preview_play(room.code, player, read)
    assert looked.lawful
    assert looked.score is not None
    assert looked.score.total == expected

    turns.apply_player_act(room.code, player.pk, read(tile_set), turn=0, key="", now=NOON)
    view = build_room_view(room.code, None)
    assert view.board.direction == tile_set.direction
    assert [tile.face for tile in view.tiles] == [face, other.face]
    assert view.moves[0].score == expected
    assert view.moves[0].position == "8H"


@pytest.mark.parametrize(("edition", "face"), CASES)
def test_a_record_in_another_script_replays(secret, people, edition: str, face: str) -> None:
    room = open_foreign_table(edition, title_with(secret, edition, face), people)
    tile_set = load_tile_set(edition)
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    rack = [t for t in state.seats[state.to_move].rack if isinstance(t, LetterTile)]
    first = LetterTile(face)
    other = next(t for t in rack if t.face != face)
    play = Play.read("8G", tile_set.write((first, other)), tile_set)
    turns.apply_player_act(room.code, people[state.to_move].pk, play, turn=0, key="", now=NOON)
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=1, key="", now=NOON)
    text = export_gcg(table_of(room))
    assert tile_set.write((first, other)) in text
    replay = replay_record(read_record(text), edition)
    assert not replay.mistakes


def test_the_void_rule_refuses_words_that_no_reading_allows(secret, people) -> None:
    room = open_foreign_table("es", title_with(secret, "es", "CH"), people)
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    rack = [t for t in state.seats[state.to_move].rack if isinstance(t, LetterTile)]
    tiles = load_tile_set("es").write(tuple(rack[:3]))
    looked = preview_play(room.code, people[state.to_move], lambda of: Play.read("8H", tiles, of))
    assert not looked.lawful
    assert looked.score is not None
    assert len(looked.score.invalid_words) == 1


def test_a_blanks_letter_is_lowercased_by_the_rules_of_its_language() -> None:
    """Turkish has a dotted and a dotless i, each with its own capital: I and ı, İ and i."""
    for edition, tiles in (("tr", "AıTi"), ("en", "AiTi")):
        state = table("AT??", "A", tile_set=edition, bag="EEEEEEE")
        done = lay(state, 0, "8H", tiles)
        move = RecordedMove(1, 0, "play", done.events, language=state.tile_set.language)
        assert f"played {tiles} for" in narrate_move(move, ["Amber", "Cobalt"])
        (line,) = list_moves([move], ["Amber", "Cobalt"], None)
        assert line.word == tiles
