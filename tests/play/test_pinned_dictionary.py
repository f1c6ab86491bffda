"""A game is played to its end with the dictionary revision it began with."""

import pytest

from games.play import store
from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import turns
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import LetterTile
from games.rules.plays.acts import Challenge, Play
from games.rules.plays.events import Challenged
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.play.conftest import NOON, table_of
from tests.play.small_lexicon import WORDS

pytestmark = pytest.mark.django_db


def publish(lexicon: Lexicon, words: list[str]) -> None:
    lexicon.refresh_from_db()
    base = lexicon.current_revision
    publish_words(lexicon, words, base=base, author=Author("tests"), note="changed")
    lexicon.refresh_from_db()


def word_of(room: Room) -> str:
    """Spell a word with the first tiles of the seat to move; it is not in the small dictionary."""
    state = store.load_state(table_of(room))
    rack = state.seats[state.to_move or 0].rack
    word = "".join(tile.face for tile in rack if isinstance(tile, LetterTile))[:5]
    assert word not in WORDS
    return word


def play(room: Room, people, word: str) -> None:
    game = table_of(room)
    mover = store.load_state(game).to_move or 0
    chosen = Play.read("8D", word, store.get_tile_set(game))
    number = game.turn_number
    turns.apply_player_act(room.code, people[mover].pk, chosen, turn=number, key="", now=NOON)


def test_later_dictionary_changes_do_not_affect_a_running_game(
    open_table, people, lexicon, settings
) -> None:
    settings.TEST_SEED = "pinned"
    early = open_table(challenge="void")
    word = word_of(early)
    publish(lexicon, [*WORDS, word])
    with pytest.raises(NotAllowedError) as caught:
        play(early, people, word)
    assert caught.value.words == (word,)
    later = open_table(challenge="void")
    assert word_of(later) == word, "the same bag"
    publish(lexicon, WORDS)
    play(later, people, word)
    assert (table_of(early).turn_number, table_of(later).turn_number) == (0, 1)


def test_a_challenge_is_judged_by_the_same_revision(open_table, people, lexicon) -> None:
    room = open_table(challenge="single")
    word = word_of(room)
    play(room, people, word)
    publish(lexicon, [*WORDS, word])
    challenger = build_room_view(room.code, None).to_move or 0
    turns.apply_player_act(room.code, people[challenger].pk, Challenge(), turn=1, key="", now=NOON)
    (made,) = table_of(room).moves.filter(kind="challenge")
    assert made.events[0]["kind"] == Challenged.__name__.lower()
    assert made.events[0]["upheld"]
