"""Computer players at a table, hints, and leases on their work; the play itself: tests/engine."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest

from games.common.refusals import Conflict, Forbidden
from games.computers import tasks
from games.computers.models import Hint
from games.computers.services import claims
from games.computers.services.hints import ask_hint
from games.play import store
from games.play.models import Game, Room
from games.play.perspective import look, look_at_move
from games.play.services import rooms, schedule, seats, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.rules.game import Phase
from games.rules.moves import Accept, Pass, Play
from games.rules.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known_bag(settings) -> None:
    settings.TEST_SEED = "computers"


@pytest.fixture
def against_computer(lexicon, people) -> Room:
    """Amber against one computer player; it may be either's turn."""
    options = get_variant("scrabble").options(challenge="void")
    wishes = RoomWishes("scrabble", "en", lexicon, 2, options, unhurried=False)
    room = rooms.open_room(people[0], wishes, NOON)
    seats.seat_computer(room.code, people[0], 1, 3, NOON)
    rooms.start(room.code, people[0], NOON)
    return room


def let_computers_move(room: Room) -> Iterator[str]:
    """What the worker does, without its loop: the kinds of acts the computers made."""
    while (task := tasks.next_task(table_of(room), seconds=1.0)) is not None:
        act = tasks.decide(task, Random(task.turn))
        turns.act_for_seat(
            room.code, task.seat, act, game_id=task.game_id, turn=task.turn, now=NOON
        )
        yield type(act).__name__.lower()


def pass_as(room: Room, player: Player) -> None:
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)


def test_the_game_waits_for_the_computer_and_then_for_the_person(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    game = table_of(against_computer)
    assert game.computer_at is None
    pass_as(against_computer, people[0])
    assert table_of(against_computer).computer_at == NOON
    assert list(let_computers_move(against_computer)) == ["play"]
    assert look(against_computer.code, people[0]).my_turn


@pytest.mark.parametrize("bag", ["1", "2", "3", "4"])
def test_computers_alone_play_a_game_to_its_end(bag, lexicon, people, settings) -> None:
    """With a dictionary so small that racks without a play are usual, and a person who passes."""
    settings.TEST_SEED = f"computers {bag}"
    options = get_variant("scrabble").options()
    wishes = RoomWishes("scrabble", "en", lexicon, 4, options, unhurried=False)
    room = rooms.open_room(people[0], wishes, NOON)
    for number, level in ((1, 1), (2, 2), (3, 4)):
        seats.seat_computer(room.code, people[0], number, level, NOON)
    rooms.start(room.code, people[0], NOON)
    for _ in range(200):
        kinds = list(let_computers_move(room))
        state = store.load(table_of(room))
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.FINAL_CHALLENGE:
            turn = state.turn_number
            turns.act(room.code, people[0].pk, Accept(), turn=turn, key="", now=NOON)
        else:
            assert state.to_move == 0, kinds
            pass_as(room, people[0])
    assert table_of(room).status == Game.Status.OVER


def test_a_computer_challenges_a_phony(lexicon, people) -> None:
    """The strongest level knows every word, so the phony cannot stand."""
    wishes = RoomWishes(
        "scrabble", "en", lexicon, 2, get_variant("scrabble").options(), unhurried=False
    )
    room = rooms.open_room(people[0], wishes, NOON)
    seats.seat_computer(room.code, people[0], 1, 5, NOON)
    rooms.start(room.code, people[0], NOON)
    list(let_computers_move(room))
    state = store.load(table_of(room))
    rack = state.tile_set.write(state.seats[0].rack)
    phony = next(play for play in phonies(state, rack))
    turns.act(room.code, people[0].pk, phony, turn=state.turn_number, key="", now=NOON)
    assert next(let_computers_move(room)) == "challenge"


def phonies(state, rack: str) -> Iterator[Play]:
    """Plays of the whole rack that cannot be words: no word here has seven letters like these."""
    from games.rules.errors import RuleError
    from games.rules.game import preview

    letters = rack.replace("?", "")
    for row in range(1, 16):
        for column in "ABCDEFGHIJKLMNO":
            for position in (f"{row}{column}", f"{column}{row}"):
                try:
                    play = Play.read(position, letters, state.tile_set)
                    preview(state, 0, play, None)
                except RuleError:
                    continue
                yield play


@pytest.mark.falls_back
def test_an_engine_that_fails_costs_the_turn_only(against_computer, people, monkeypatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise MemoryError("the engine has run away")

    list(let_computers_move(against_computer))
    pass_as(against_computer, people[0])
    monkeypatch.setattr(tasks, "choose", broken)
    assert list(let_computers_move(against_computer)) == ["pass"]


def claim_games(now: datetime, most: int) -> list[Game]:
    return [claim.work for claim in claims.claim_games(now, most, claims.Rota(thinkers=2))]


def test_one_worker_claims_a_game_until_its_lease_runs_out(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    pass_as(against_computer, people[0])
    (claimed,) = claim_games(NOON, 4)
    assert claim_games(NOON, 4) == []
    later = NOON + claims.LEASE + timedelta(seconds=1)
    assert claim_games(later, 4) == [claimed]


def test_a_broken_game_takes_no_others_place(lexicon, people) -> None:
    """It waits, ever longer, while the others have their turn; a write makes it whole again."""
    codes = []
    for host in people[:2]:
        options = get_variant("qwibble").options()
        wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, options, unhurried=False)
        room = rooms.open_room(host, wishes, NOON)
        seats.seat_computer(room.code, host, 1, 1, NOON)
        pass_as(room, host)
        codes.append(room.code)
    (broken,) = claim_games(NOON, 1)
    pauses = []
    for failures in (1, 2, 3):
        assert claims.put_off(broken, NOON) == failures
        broken.refresh_from_db()
        assert broken.claimed_until is not None
        pauses.append((broken.claimed_until - NOON).total_seconds())
    assert pauses == [10, 20, 40]
    (sound,) = claim_games(NOON, 1)
    assert {broken.room.code, sound.room.code} == set(codes)
    schedule.reschedule(broken, NOON)
    assert claim_games(NOON, 1) == [broken]


def test_a_hint_names_a_play_that_can_be_made(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    game = table_of(against_computer)
    hint = ask_hint(against_computer.code, people[0], game.turn_number)
    best = tasks.answer(tasks.question_of(hint, seconds=0.1))[0]
    turns.act(
        against_computer.code,
        people[0].pk,
        Play.read(str(best["position"]), str(best["tiles"]), store.tile_set_of(game)),
        turn=game.turn_number,
        key="",
        now=NOON,
    )
    assert look(against_computer.code, None).moves[-1].score == best["score"]


def test_a_hint_for_a_turn_that_is_over(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    pass_as(against_computer, people[0])
    assert look_at_move(against_computer.code, turn + 1, people[0]).hint_turn == turn
    assert look_at_move(against_computer.code, turn + 1, people[1]).hint_turn is None
    hint = ask_hint(against_computer.code, people[0], turn)
    assert tasks.answer(tasks.question_of(hint, seconds=0.1))


def test_the_same_question_is_asked_once(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    for _ in range(3):
        ask_hint(against_computer.code, people[0], turn)
    assert Hint.objects.count() == 1


def test_no_hints_on_somebody_elses_turn(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    pass_as(against_computer, people[0])
    with pytest.raises(Conflict):
        ask_hint(against_computer.code, people[0], turn + 1)


def test_no_hints_where_people_play_each_other(open_table, people) -> None:
    room = open_table()
    mover = store.load(table_of(room)).to_move or 0
    with pytest.raises(Forbidden):
        ask_hint(room.code, people[mover], 0)
    assert "hint" not in look(room.code, people[mover]).can


def test_no_hints_for_strangers(against_computer, people) -> None:
    with pytest.raises(Forbidden):
        ask_hint(against_computer.code, people[2], 0)
