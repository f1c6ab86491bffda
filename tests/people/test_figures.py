"""What is taken down when a game ends: results, scores, plays that stood, kinds of opponents."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.people.models import PlayedGame
from games.people.services.figures import sum_plays
from games.play.models import Move
from games.play.services import rooms, seats, turns
from games.play.services.rooms import RoomWishes
from games.rules.events import Played, Withdrawn, event_to_json
from games.rules.moves import Annul, Resign
from games.rules.scoring import LetterScore, PlayScore, WordScore
from games.rules.variants import get_variant
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import act, pass_out, resign

pytestmark = pytest.mark.django_db


def figures_of(game) -> dict[str, PlayedGame]:
    return {row.player.nickname: row for row in game.played.select_related("player")}


def score_of(word: str, points: int) -> PlayScore:
    letters = tuple(LetterScore(face, 1, 1, True) for face in word)
    main = WordScore(word, tuple(word), (), (False,) * len(word), letters, 1, points, True)
    return PlayScore(words=(main,), bingo=0, total=points)


def move_of(number: int, *events) -> Move:
    return Move(number=number, events=[event_to_json(event) for event in events])


def test_plays_that_stood_are_added_up_and_withdrawn_ones_are_not() -> None:
    def played(seat: int, word: str, points: int) -> Played:
        deltas = (points, 0) if seat == 0 else (0, points)
        return Played(seat, "8H", word, score_of(word, points), 7, deltas)

    moves = [
        move_of(1, played(0, "CAT", 10)),
        move_of(2, played(1, "RETAINS", 70)),
        move_of(3, Withdrawn(1, 70)),
        move_of(4, played(0, "TRAINED", 64)),
        move_of(5, played(1, "ON", 4)),
        move_of(6, played(0, "AT", 6)),
    ]
    sums = sum_plays(moves, rack_size=7)
    first, second, nobody = sums[0], sums[1], sums[2]
    assert (first.plays, first.bingos, first.best_word, first.best_score) == (3, 1, "TRAINED", 64)
    assert first.best_move == 4
    assert (second.plays, second.bingos, second.best_word, second.best_score) == (1, 0, "ON", 4)
    assert (nobody.plays, nobody.best_word) == (0, "")


def test_a_game_of_three_says_who_won_and_who_lost(open_rated, people) -> None:
    game = pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    rows = figures_of(game)
    assert {name: (row.result, row.place, row.score) for name, row in rows.items()} == {
        "Amber": ("lost", 3, 30),
        "Cobalt": ("won", 1, 90),
        "Jade": ("lost", 2, 60),
    }
    assert {(row.variant, row.language, row.speed, row.versus) for row in rows.values()} == {
        ("scrabble", "en", "untimed", "members")
    }


def test_a_draw_and_an_annulled_game(open_rated, people) -> None:
    drawn = pass_out(open_rated(), {0: 50, 1: 50})
    assert {row.result for row in figures_of(drawn).values()} == {"drawn"}
    annulled = act(open_rated(variant="qwibble"), people[0], Annul())
    assert {row.result for row in figures_of(annulled).values()} == {"annulled"}


def test_kinds_of_opponents_are_told_apart(lexicon, people, guest) -> None:
    rules = get_variant("scrabble")
    wishes = RoomWishes("scrabble", "en", lexicon, 3, rules.options())
    room = rooms.open_room(people[0], wishes, NOON)
    seats.sit(room.code, guest, 1, NOON)
    seats.seat_computer(room.code, people[0], 2, 1, NOON)
    rooms.start(room.code, people[0], NOON)
    for player in (guest, people[0]):
        game = table_of(room)
        turns.act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON)
    rows = figures_of(table_of(room))
    assert rows["Amber"].versus == "mixed"
    assert rows["Fern"].versus == "mixed"
    assert len(rows) == 2, "computers have no page"


def test_counted_anew_the_figures_are_the_same(open_rated, people) -> None:
    pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    resign(open_rated(), people[0])
    fields = [field.name for field in PlayedGame._meta.fields if field.name != "id"]
    before = list(PlayedGame.objects.order_by("game", "player").values_list(*fields))
    assert len(before) == 5
    PlayedGame.objects.filter(player=people[0]).delete()
    said = StringIO()
    call_command("recount_figures", stdout=said)
    assert said.getvalue() == "2 games.\n"
    assert list(PlayedGame.objects.order_by("game", "player").values_list(*fields)) == before
