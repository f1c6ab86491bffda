"""Computer players at a table, hints, and leases on their work.
How they play is tested in ``tests/engine``."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest

from games.computers.jobs import computer_turns
from games.computers.models import Hint
from games.computers.services import work_claims
from games.computers.services.hints import request_hint
from games.play import store
from games.play.models import Game, Room
from games.play.perspective import break_down_move, build_room_view
from games.play.services import rooms, schedule, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.flow.game import Phase
from games.rules.plays.acts import Accept, Pass, Play
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, TooManyRequests
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known_bag(settings) -> None:
    settings.TEST_SEED = "computers"


@pytest.fixture
def against_computer(lexicon, people) -> Room:
    """Amber against one computer player; either may be to move."""
    options = get_variant("scrabble").options(challenge="void")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, simulate_thinking=False)
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.seat_computer(room.code, people[0], 1, 3, NOON)
    rooms.start_game(room.code, people[0], NOON)
    return room


def let_computers_move(room: Room) -> Iterator[str]:
    """Do the worker's work without its loop, and yield the kind of each act of a computer."""
    while (task := computer_turns.find_next_turn(table_of(room), seconds=1.0)) is not None:
        act = computer_turns.decide_act(task, Random(task.turn))
        turns.apply_seat_act(
            room.code, task.seat, act, game_id=task.game_id, turn=task.turn, now=NOON
        )
        yield type(act).__name__.lower()


def pass_as(room: Room, player: Player) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)


def test_the_game_waits_for_the_computer_and_then_for_the_person(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    game = table_of(against_computer)
    assert game.computer_at is None
    pass_as(against_computer, people[0])
    assert table_of(against_computer).computer_at == NOON
    assert list(let_computers_move(against_computer)) == ["play"]
    assert build_room_view(against_computer.code, people[0]).my_turn


@pytest.mark.sampled("1")
@pytest.mark.parametrize("bag", ["1", "2", "3", "4"])
def test_computers_play_a_game_to_its_end(bag, lexicon, people, settings) -> None:
    """The dictionary is so small that computers often have no play,
    and the person always passes."""
    settings.TEST_SEED = f"computers {bag}"
    options = get_variant("scrabble").options(challenge="single")
    room_settings = RoomSettings("scrabble", "en", lexicon, 4, options, simulate_thinking=False)
    room = rooms.open_room(people[0], room_settings, NOON)
    for number, level in ((1, 1), (2, 2), (3, 4)):
        seats.seat_computer(room.code, people[0], number, level, NOON)
    rooms.start_game(room.code, people[0], NOON)
    for _ in range(200):
        kinds = list(let_computers_move(room))
        state = store.load_state(table_of(room))
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.FINAL_CHALLENGE:
            turn = state.turn_number
            turns.apply_player_act(room.code, people[0].pk, Accept(), turn=turn, key="", now=NOON)
        else:
            assert state.to_move == 0, kinds
            pass_as(room, people[0])
    assert table_of(room).status == Game.Status.OVER


def test_a_seeded_computer_plays_the_same_in_every_run(lexicon, people) -> None:
    """The easiest level chooses among plays by chance."""
    options = get_variant("scrabble").options(challenge="void")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, simulate_thinking=False)
    acts = set()
    for _ in range(6):
        room = rooms.open_room(people[0], room_settings, NOON)
        seats.seat_computer(room.code, people[0], 1, 1, NOON)
        rooms.start_game(room.code, people[0], NOON)
        if not table_of(room).computer_at:
            pass_as(room, people[0])
        task = computer_turns.find_next_turn(table_of(room), seconds=1.0)
        assert task is not None
        acts.add(computer_turns.decide_act(task))
    assert len(acts) == 1


def test_a_computer_challenges_a_phony(lexicon, people) -> None:
    """The strongest level knows every word, so the phony is certain to be challenged."""
    room_settings = RoomSettings(
        "scrabble",
        "en",
        lexicon,
        2,
        get_variant("scrabble").options(challenge="single"),
        simulate_thinking=False,
    )
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.seat_computer(room.code, people[0], 1, 5, NOON)
    rooms.start_game(room.code, people[0], NOON)
    list(let_computers_move(room))
    state = store.load_state(table_of(room))
    rack = state.tile_set.write(state.seats[0].rack)
    phony = next(play for play in phonies(state, rack))
    turns.apply_player_act(room.code, people[0].pk, phony, turn=state.turn_number, key="", now=NOON)
    assert next(let_computers_move(room)) == "challenge"


def phonies(state, rack: str) -> Iterator[Play]:
    """Yield plays of the whole rack.
    None is a word: the dictionary has no word of these letters."""
    from games.rules.equipment.errors import RuleError
    from games.rules.flow.game import preview_score

    letters = rack.replace("?", "")
    for row in range(1, 16):
        for column in "ABCDEFGHIJKLMNO":
            for position in (f"{row}{column}", f"{column}{row}"):
                try:
                    play = Play.read(position, letters, state.tile_set)
                    preview_score(state, 0, play, None)
                except RuleError:
                    continue
                yield play


@pytest.mark.falls_back
def test_a_failing_engine_costs_only_the_turn(against_computer, people, monkeypatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise MemoryError("the engine has run away")

    list(let_computers_move(against_computer))
    pass_as(against_computer, people[0])
    monkeypatch.setattr(computer_turns, "choose_act", broken)
    assert list(let_computers_move(against_computer)) == ["pass"]


def claim_games(now: datetime, limit: int) -> list[Game]:
    return [
        claim.work
        for claim in work_claims.claim_games(now, limit, work_claims.FairQueue(threads=2))
    ]


def test_one_worker_claims_a_game_until_its_lease_runs_out(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    pass_as(against_computer, people[0])
    (claimed,) = claim_games(NOON, 4)
    assert claim_games(NOON, 4) == []
    later = NOON + work_claims.CLAIM_LEASE + timedelta(seconds=1)
    assert claim_games(later, 4) == [claimed]


def test_a_broken_game_does_not_delay_others(lexicon, people) -> None:
    """It is tried again after ever longer pauses while other games are served.
    Replanning it ends the pause."""
    codes = []
    for host in people[:2]:
        options = get_variant("qwibble").options()
        room_settings = RoomSettings(
            "qwibble", "qwibble-en", lexicon, 2, options, simulate_thinking=False
        )
        room = rooms.open_room(host, room_settings, NOON)
        seats.seat_computer(room.code, host, 1, 1, NOON)
        pass_as(room, host)
        codes.append(room.code)
    (broken,) = claim_games(NOON, 1)
    pauses = []
    for failures in (1, 2, 3):
        assert work_claims.postpone_after_failure(broken, NOON) == failures
        broken.refresh_from_db()
        assert broken.claimed_until is not None
        pauses.append((broken.claimed_until - NOON).total_seconds())
    assert pauses == [10, 20, 40]
    (sound,) = claim_games(NOON, 1)
    assert {broken.room.code, sound.room.code} == set(codes)
    schedule.replan_game(broken, NOON)
    assert claim_games(NOON, 1) == [broken]


def test_a_hint_names_a_play_that_can_be_made(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    game = table_of(against_computer)
    hint = request_hint(against_computer.code, people[0], game.turn_number)
    best = computer_turns.find_hint_plays(computer_turns.build_hint_question(hint, seconds=0.1))[0]
    tile_set = store.get_tile_set(game)
    play = Play.read(str(best["position"]), str(best["tiles"]), tile_set)
    assert best["laid"] == [
        (square.name, letter.face, tile_set.value(letter.tile), letter.blank)
        for square, letter in play.placed()
    ], "the tiles to show on the board"
    turns.apply_player_act(
        against_computer.code,
        people[0].pk,
        play,
        turn=game.turn_number,
        key="",
        now=NOON,
    )
    assert build_room_view(against_computer.code, None).moves[-1].score == best["score"]


def test_a_review_can_ask_for_a_hint_for_an_ended_turn(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    pass_as(against_computer, people[0])
    assert break_down_move(against_computer.code, turn + 1, people[0]).hint_turn == turn
    assert break_down_move(against_computer.code, turn + 1, people[1]).hint_turn is None
    hint = request_hint(against_computer.code, people[0], turn, reviewing=True)
    assert computer_turns.find_hint_plays(computer_turns.build_hint_question(hint, seconds=0.1))


def test_hints_for_one_turn_count_once(against_computer, people, limited) -> None:
    """The page may ask again after the turn, and the best play of the turn may be looked up."""
    limited(hints="1/1 hour | ")
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    first = request_hint(against_computer.code, people[0], turn)
    pass_as(against_computer, people[0])
    assert request_hint(against_computer.code, people[0], turn) == first
    assert Hint.objects.count() == 1, "the engine is not asked about a turn that is over"
    review = request_hint(against_computer.code, people[0], turn, reviewing=True)
    assert review.after_turn
    list(let_computers_move(against_computer))
    with pytest.raises(TooManyRequests):
        request_hint(against_computer.code, people[0], table_of(against_computer).turn_number)


def test_a_hint_requested_too_late_is_refused(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    pass_as(against_computer, people[0])
    with pytest.raises(Conflict, match="moved_on"):
        request_hint(against_computer.code, people[0], turn)
    assert not Hint.objects.exists()


def test_the_same_hint_is_requested_once(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    for _ in range(3):
        request_hint(against_computer.code, people[0], turn)
    assert Hint.objects.count() == 1


def test_no_hints_on_an_opponents_turn(against_computer, people) -> None:
    list(let_computers_move(against_computer))
    turn = table_of(against_computer).turn_number
    pass_as(against_computer, people[0])
    with pytest.raises(Conflict):
        request_hint(against_computer.code, people[0], turn + 1)


def test_no_hints_where_people_play_each_other(open_table, people) -> None:
    room = open_table()
    mover = store.load_state(table_of(room)).to_move or 0
    with pytest.raises(Forbidden):
        request_hint(room.code, people[mover], 0)
    assert "hint" not in build_room_view(room.code, people[mover]).actions


def test_no_hints_for_strangers(against_computer, people) -> None:
    with pytest.raises(Forbidden):
        request_hint(against_computer.code, people[2], 0)
