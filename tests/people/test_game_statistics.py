"""The figures stored when a game ends: results, scores, valid plays, kinds of opponents."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.people.models import PlayedGame
from games.people.perspective.result_totals import build_results
from games.people.services.game_statistics import sum_plays_by_seat
from games.play.models import Move
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.rules.plays.acts import Annul, Resign
from games.rules.plays.events import Played, Withdrawn, event_to_json
from games.rules.plays.scoring import LetterScore, PlayScore, WordScore
from games.rules.positions.variants import get_variant
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


def test_withdrawn_plays_are_not_counted() -> None:
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
    sums = sum_plays_by_seat(moves, get_variant("scrabble"))
    first, second, third = sums[0], sums[1], sums[2]
    assert (first.plays, first.bingos, first.best_word, first.best_score) == (3, 1, "TRAINED", 64)
    assert first.best_move == 4
    assert (second.plays, second.bingos, second.best_word, second.best_score) == (1, 0, "ON", 4)
    assert (third.plays, third.best_word) == (0, "")


def test_a_game_of_three_has_one_winner(open_rated, people) -> None:
    game = pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    rows = figures_of(game)
    assert {name: (row.result, row.place, row.score) for name, row in rows.items()} == {
        "Amber": ("lost", 3, 30),
        "Cobalt": ("won", 1, 90),
        "Jade": ("lost", 2, 60),
    }
    assert {(row.variant, row.language, row.speed, row.versus) for row in rows.values()} == {
        ("scrabble", "en", "live", "members")
    }


def test_a_draw_and_an_annulled_game(open_rated, people) -> None:
    drawn = pass_out(open_rated(), {0: 50, 1: 50})
    assert {row.result for row in figures_of(drawn).values()} == {"drawn"}
    annulled = act(open_rated(variant="qwibble"), people[0], Annul())
    assert {row.result for row in figures_of(annulled).values()} == {"annulled"}


def test_only_games_that_pay_for_bingos_count_them(open_rated, people) -> None:
    """Rows of earlier releases count every full rack as a bingo, even in Qwibble."""
    for variant in ("scrabble", "qwibble"):
        resign(open_rated(variant=variant), people[0])
    PlayedGame.objects.filter(player=people[1]).update(bingos=3)
    results = build_results(people[1])
    assert results.total.bingos == 3
    assert {one.label: one.bingos for one in results.by_variant} == {"Scrabble": 3, "Qwibble": 0}


def test_kinds_of_opponents_are_counted_separately(lexicon, people, guest) -> None:
    rules = get_variant("scrabble")
    room_settings = RoomSettings("scrabble", "en", lexicon, 3, rules.options())
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.take_seat(room.code, guest, 1, NOON)
    seats.seat_computer(room.code, people[0], 2, 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    for player in (guest, people[0]):
        game = table_of(room)
        turns.apply_player_act(
            room.code, player.pk, Resign(), turn=game.turn_number, key="", now=NOON
        )
    rows = figures_of(table_of(room))
    assert rows["Amber"].versus == "mixed"
    assert rows["Fern"].versus == "mixed"
    assert len(rows) == 2, "computers have no page"


def test_a_recount_gives_the_same_figures(open_rated, people) -> None:
    pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    resign(open_rated(), people[0])
    fields = [field.name for field in PlayedGame._meta.fields if field.name != "id"]
    before = list(PlayedGame.objects.order_by("game", "player").values_list(*fields))
    assert len(before) == 5
    PlayedGame.objects.filter(player=people[0]).delete()
    said = StringIO()
    call_command("recount_figures", stdout=said)
    assert said.getvalue() == "2 games recounted.\n"
    assert list(PlayedGame.objects.order_by("game", "player").values_list(*fields)) == before
