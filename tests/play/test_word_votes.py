"""Rooms where the other players vote on words that are not in the dictionary."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.computers.jobs import computer_turns
from games.play import store
from games.play.models import Game, Room
from games.play.perspective import build_room_view, preview_play
from games.play.perspective.narration import narrate_move
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.store.snapshots import RecordedMove, clear_snapshot_cache
from games.rules.plays.acts import Accept, Act, Challenge, Play, Resign
from games.rules.plays.events import Rejected, Voted
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Dispute
from lexicon.services.disputes import MAX_VOTES_ON_WORD, answer_dispute
from lexicon.services.revisions import Author
from scrabble_site.shared.refusals import InvalidRequest
from tests.play.conftest import NOON, table_of
from tests.play.correspondence import attend, give

__all__ = ["attend"]
pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
ZORG = "ZORG"
"""A word that the small dictionary does not have."""


@pytest.fixture
def propose(open_table, people) -> Callable[..., tuple[Room, int]]:
    """``propose(seats=3)``: a room whose first seat has played ZORG, and that seat's number."""

    def lay(**options: Any) -> tuple[Room, int]:
        room = open_table(challenge="vote", **options)
        game = table_of(room)
        mover = store.load_state(game).to_move
        assert mover is not None
        give(game, mover, "ZORGAEI")
        act(room, people[mover], Play.read("8F", ZORG, store.get_tile_set(game)))
        return room, mover

    return lay


def act(room: Room, player, what: Act, now=NOON) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, what, turn=turn, key="", now=now)


def say(room: Room, player) -> str:
    return build_room_view(room.code, player).say


def test_the_preview_says_that_the_others_will_vote(open_table, people, client_of) -> None:
    room = open_table(challenge="vote")
    game = table_of(room)
    mover = store.load_state(game).to_move
    assert mover is not None
    give(game, mover, "ZORGAEI")
    shown = preview_play(room.code, people[mover], lambda tile_set: Play.read("8F", ZORG, tile_set))
    assert shown.lawful
    assert shown.score is not None
    assert shown.score.invalid_words == (ZORG,)
    sent = {"position": "8F", "tiles": ZORG}
    page = client_of(people[mover]).post(f"/r/{room.code}/preview", sent).content.decode()
    assert "the other players will vote" in page


def test_players_read_what_the_vote_is_about(propose, people, client_of) -> None:
    room, mover = propose()
    other = people[1 - mover]
    assert f"{ZORG} isn't in the dictionary. Accept or reject the play within" in say(room, other)
    assert "Waiting for the other players to vote." in say(room, people[mover])
    assert {"accept", "challenge"} <= build_room_view(room.code, other).actions
    page = client_of(other).get(f"/r/{room.code}/").content.decode()
    assert "Vote against the last play?" in page
    assert "unless at least half of the others accept it" in page


def test_the_screen_shows_who_has_voted(propose, people, client_of) -> None:
    room, mover = propose(seats=3)
    others = [number for number in range(3) if number != mover]
    act(room, people[others[0]], Challenge())
    page = client_of(None).get(f"/r/{room.code}/table/").content.decode()
    assert page.count("<em>voted against</em>") == 1


def test_everyone_who_has_to_vote_is_notified_in_a_game_over_days(propose, people) -> None:
    room, mover = propose(seats=3, clock=TimeControl.read("3d"))
    asked = {player.pk for player in people[:3] if player.notices.filter(kind="turn").exists()}
    assert asked >= {people[number].pk for number in range(3) if number != mover}
    assert table_of(room).status == Game.Status.FINAL_CHALLENGE
    answering = next(number for number in range(3) if number != mover)
    act(room, people[answering], Accept())
    to_move = store.load_state(table_of(room)).to_move
    waiting = [n for n in range(3) if people[n].notices.filter(read_at=None).exists()]
    assert waiting == [to_move], "the vote is over without the other one"


def test_a_record_that_names_no_words_says_only_who_voted() -> None:
    events = (Rejected(1), Voted(0, (), allowed=False))
    said = narrate_move(RecordedMove(2, 1, "challenge", events), ["Ada", "Ben"])
    assert said == "Ben voted against the play."


def test_an_accepted_word_stays_and_may_be_played_again(propose, people) -> None:
    room, mover = propose()
    act(room, people[1 - mover], Accept())
    state = store.load_state(table_of(room))
    assert (len(state.board), state.to_move) == (4, 1 - mover)
    assert state.allowed_words == (tuple(ZORG),)
    assert f"{ZORG} counts in this game." in say(room, None)


def test_a_rejected_word_costs_the_turn(propose, people) -> None:
    room, mover = propose()
    act(room, people[1 - mover], Challenge())
    state = store.load_state(table_of(room))
    assert (len(state.board), state.to_move) == (0, 1 - mover)
    spoken = say(room, None)
    assert f"{people[1 - mover].nickname} voted against the play." in spoken
    assert f"{ZORG} doesn't count:" in spoken
    view = build_room_view(room.code, None)
    assert [move.text for move in view.moves][-1] == "Voted against"
    assert view.moves[0].withdrawn


def test_a_player_who_does_not_vote_in_time_accepts(propose, attend) -> None:
    room, mover = propose(clock=TimeControl.read("5+0"))
    attend(NOON + 29 * SECOND)
    assert table_of(room).status == Game.Status.FINAL_CHALLENGE
    attend(NOON + 32 * SECOND)
    state = store.load_state(table_of(room))
    assert (len(state.board), state.to_move) == (4, 1 - mover)


@pytest.mark.parametrize(("verdict", "vote"), [(Accept(), "allowed"), (Challenge(), "refused")])
def test_the_editors_get_the_word_with_its_vote(propose, people, verdict, vote) -> None:
    room, mover = propose()
    act(room, people[1 - mover], verdict)
    dispute = Dispute.objects.get()
    assert (dispute.word, dispute.vote, dispute.was_valid) == (ZORG, vote, False)
    assert dispute.game_url == f"/games/{table_of(room).pk}/"


def test_editors_get_a_link_to_the_game_once_it_has_a_page(propose, people, admin_client) -> None:
    room, mover = propose()
    act(room, people[1 - mover], Accept())
    page = f"/admin/lexicon/dispute/{Dispute.objects.get().pk}/change/"
    record = f"/games/{table_of(room).pk}/"
    shown = admin_client.get(page).content.decode()
    assert admin_client.get(record).status_code == 404
    assert record not in shown
    assert "The game is still in progress." in shown
    act(room, people[1 - mover], Resign())
    shown = admin_client.get(page).content.decode()
    assert admin_client.get(record).status_code != 404
    assert (f'href="{record}"' in shown, f'src="{record}"' in shown) == (True, True)
    assert "The game is still in progress." not in shown


def test_the_votes_of_several_games_get_one_answer(propose, people) -> None:
    """The editors see each game and its vote; only a few wait for the same word."""
    for game in range(MAX_VOTES_ON_WORD + 1):
        room, mover = propose()
        act(room, people[1 - mover], (Accept(), Challenge())[game % 2])
    votes = Dispute.objects.order_by("pk")
    assert [one.vote for one in votes] == ["allowed", "refused", "allowed", "refused", "allowed"]
    assert len({one.game_url for one in votes}) == MAX_VOTES_ON_WORD
    dispute = votes[1]
    answer_dispute(
        dispute,
        accept=True,
        answer="Well known.",
        author=Author("ann"),
        base=dispute.lexicon.current_revision,
    )
    assert {(one.state, one.answer) for one in votes.all()} == {("accepted", "Well known.")}
    dispute.lexicon.refresh_from_db()
    room, mover = propose()
    assert store.load_state(table_of(room)).to_move == 1 - mover, "it is a word now"


def test_a_computer_player_votes_by_the_dictionary(lexicon, people) -> None:
    options = get_variant("scrabble").options(challenge="vote")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, simulate_thinking=False)
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.seat_computer(room.code, people[0], 1, 3, NOON)
    rooms.start_game(room.code, people[0], NOON)
    game = table_of(room)
    state = replace(store.load_state(game), to_move=0)
    store.save_turn(game, state, game.seats.select_related("rack"), [])
    clear_snapshot_cache()
    give(game, 0, "ZORGAEI")
    act(room, people[0], Play.read("8F", ZORG, state.tile_set))
    assert _let_computer_act(room) == "challenge"
    state = store.load_state(table_of(room))
    assert (len(state.board), state.to_move) == (0, 1)


def _let_computer_act(room: Room) -> str:
    task = computer_turns.find_next_turn(table_of(room), seconds=1.0)
    assert task is not None
    chosen = computer_turns.decide_act(task, Random(task.turn))
    turns.apply_seat_act(
        room.code, task.seat, chosen, game_id=task.game_id, turn=task.turn, now=NOON
    )
    return type(chosen).__name__.lower()


def test_rated_games_have_no_votes(lexicon, people) -> None:
    options = get_variant("scrabble").options(challenge="vote", clock=TimeControl.read("5+0"))
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, rated=True)
    with pytest.raises(InvalidRequest) as caught:
        rooms.open_room(people[0], room_settings, NOON)
    assert caught.value.code == "rated.votes"
