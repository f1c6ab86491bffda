"""Of concurrent requests that exclude each other, one succeeds and the others are refused."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest

from games.rules.flow.game import Phase
from games.rules.plays.acts import Accept, Challenge, Exchange, Pass, Resign
from tests.live.client import Answer, Visitor, make_command_key
from tests.live.game_audit import audit_site
from tests.live.live_table import Table
from tests.live.play_finder import find_plays

pytestmark = pytest.mark.usefixtures("calm_site")

LayTable = Callable[..., Table]
CROWD = 50
T = TypeVar("T")


def at_once(asks: Sequence[Callable[[], T]]) -> list[T]:
    """Run all of them at the same moment and return the answers in order."""
    gate = Barrier(len(asks))

    def go(ask: Callable[[], T]) -> T:
        gate.wait()
        return ask()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(go, asks))


def statuses(answers: Sequence[Answer]) -> Counter[int]:
    return Counter(answer.status for answer in answers)


def elsewhere(table: Table, seat: int, number: int) -> Visitor:
    """Return the same person in another window, on another web process if there are several."""
    window = Visitor(table.site.web(number), table.people[seat].name)
    window.cookies |= table.people[seat].cookies
    window.token = table.people[seat].token
    return window


def check_refused(answer: Answer, table: Table) -> None:
    """Check that a conflict is explained and that its answer has the current state."""
    assert answer.status == 409
    assert answer.message
    assert answer.bundle.turn == table.state.turn_number


def test_one_of_fifty_submissions_of_a_move_counts(lay_table: LayTable) -> None:
    table = lay_table()
    seat, play = table.mover, find_plays(table.state, table.mover)[0]
    windows = [elsewhere(table, seat, number) for number in range(CROWD)]

    def submit(window: Visitor) -> Callable[[], Answer]:
        return lambda: window.post(table.path + "play", **table.fields(play, turn=0))

    answers = at_once([submit(window) for window in windows])
    assert statuses(answers) == {200: 1, 409: CROWD - 1}
    table.follow(seat, play)
    for answer in answers:
        if answer.status == 409:
            check_refused(answer, table)
            assert answer.message == "The game has moved on. This is the current position."
    table.check()


def test_fifty_requests_with_one_key_count_once_and_all_succeed(lay_table: LayTable) -> None:
    table = lay_table()
    seat, play, key = table.mover, find_plays(table.state, table.mover)[0], make_command_key()
    windows = [elsewhere(table, seat, number) for number in range(CROWD)]

    def submit(window: Visitor) -> Callable[[], Answer]:
        return lambda: window.post(table.path + "play", **table.fields(play, 0, key))

    answers = at_once([submit(window) for window in windows])
    assert statuses(answers) == {200: CROWD}
    assert {answer.bundle.turn for answer in answers} == {1}
    table.follow(seat, play)
    table.check()
    assert audit_site(table.site, table.code)[0]["moves"] == ["play"]


def test_one_of_two_simultaneous_moves_counts(lay_table: LayTable) -> None:
    table = lay_table()
    for _ in range(4):
        seat = table.mover
        first, second = find_plays(table.state, seat, count=2)
        other = elsewhere(table, seat, seat + 1)
        answers = at_once(
            [
                lambda: table.send(seat, first),  # noqa: B023 - called before the loop goes on
                lambda: other.post(table.path + "play", **table.fields(second)),  # noqa: B023
            ]
        )
        assert statuses(answers) == {200: 1, 409: 1}
        won = 0 if answers[0].status == 200 else 1
        table.follow(seat, (first, second)[won])
        check_refused(answers[1 - won], table)
    table.check()


def test_two_seats_can_use_the_same_key(lay_table: LayTable) -> None:
    table, key = lay_table(), make_command_key()
    seat = table.mover
    assert table.send(seat, Pass(), key=key).status == 200
    table.follow(seat, Pass())
    assert table.send(1 - seat, Pass(), key=key).status == 200
    table.follow(1 - seat, Pass())
    table.check()


def test_a_simultaneous_move_and_challenge_have_one_winner(lay_table: LayTable) -> None:
    table = lay_table(seats=3)
    for _ in range(4):
        table.play()
        seat = table.mover
        other = next(n for n in range(3) if n not in (seat, table.state.pending.seat))
        play = find_plays(table.state, seat)[0]
        answers = at_once([lambda: table.send(seat, play), lambda: table.send(other, Challenge())])  # noqa: B023
        assert statuses(answers) == {200: 1, 409: 1}
        if answers[0].status == 200:
            table.follow(seat, play)
            check_refused(answers[1], table)
        else:
            table.follow(other, Challenge())
            check_refused(answers[0], table)
    table.check()


def test_two_simultaneous_challenges_of_a_play_count_once(lay_table: LayTable) -> None:
    table = lay_table(seats=3)
    table.play()
    assert table.state.pending is not None
    others = [seat for seat in range(3) if seat != table.state.pending.seat]
    answers = at_once([partial(table.send, seat, Challenge()) for seat in others])
    assert statuses(answers) == {200: 1, 409: 1}
    table.follow(others[[answer.status for answer in answers].index(200)], Challenge())
    table.check()


def test_the_last_seat_goes_to_one_of_two_players(lay_table: LayTable) -> None:
    table = lay_table(seats=2, started=False, empty=1)
    guests = [Visitor(table.site.web(n), f"Guest {make_command_key()[:8]}") for n in range(2)]
    for guest in guests:
        guest.get("/")
    answers = at_once(
        [partial(guest.post, table.path + "sit", seat=1, name=guest.name) for guest in guests]
    )
    assert statuses(answers) == {200: 1, 409: 1}
    loser = answers[0 if answers[0].status == 409 else 1]
    assert loser.message == "Someone else took that seat first."
    assert loser.bundle.seat is None
    table.people.append(guests[1 if loser is answers[0] else 0])
    table.start()
    table.check()


def test_two_players_who_press_one_open_seat_both_sit(lay_table: LayTable) -> None:
    table = lay_table(seats=3, started=False, empty=2)
    guests = [Visitor(table.site.web(n), f"Guest {make_command_key()[:8]}") for n in range(2)]
    for guest in guests:
        guest.get("/")
    answers = at_once(
        [partial(guest.post, table.path + "sit", seat=1, name=guest.name) for guest in guests]
    )
    assert statuses(answers) == {200: 2}
    assert {answer.bundle.seat for answer in answers} == {1, 2}


def test_sitting_down_twice_at_once_takes_one_seat(lay_table: LayTable) -> None:
    table = lay_table(seats=3, started=False, empty=2)
    guest = Visitor(table.site.web(1), f"Guest {make_command_key()[:8]}")
    guest.post("/name/", htmx=False, name=guest.name)
    answers = at_once([partial(guest.post, table.path + "sit", seat=n) for n in (1, 2)])
    assert statuses(answers) == {200: 1, 409: 1}


def test_two_simultaneous_starts_deal_once(lay_table: LayTable) -> None:
    table = lay_table(started=False)
    windows = [elsewhere(table, 0, number) for number in range(2)]
    answers = at_once([partial(window.post, table.path + "start") for window in windows])
    assert statuses(answers) == {200: 1, 409: 1}
    table.deal()
    table.check()


def test_simultaneously_accepting_and_challenging_has_one_outcome(lay_table: LayTable) -> None:
    table = lay_table(seats=3)
    table.play_out()
    assert table.state.pending is not None
    first, second = (seat for seat in range(3) if seat != table.state.pending.seat)
    answers = at_once(
        [lambda: table.send(first, Accept()), lambda: table.send(second, Challenge())]
    )
    assert statuses(answers) == {200: 1, 409: 1}
    if answers[0].status == 200:
        assert table.follow(first, Accept()).phase is Phase.FINAL_CHALLENGE
        table.do(second, Accept())
        assert table.state.phase is Phase.OVER
    else:
        table.follow(second, Challenge())
        assert table.state.phase is Phase.PLAYING
    table.check()


def test_a_simultaneous_exchange_and_resignation_have_one_outcome(lay_table: LayTable) -> None:
    table = lay_table()
    seat = table.mover
    swap = Exchange(table.state.seats[seat].rack[:3])
    answers = at_once([lambda: table.send(seat, swap), lambda: table.send(1 - seat, Resign())])
    assert statuses(answers) == {200: 1, 409: 1}
    swapped = answers[0].status == 200
    table.follow(*((seat, swap) if swapped else (1 - seat, Resign())))
    table.check()


def test_a_rematch_requested_by_both_at_once_is_dealt_once(lay_table: LayTable) -> None:
    table = lay_table()
    began = table.mover
    table.do(0, Resign())
    answers = at_once([partial(table.post, n, "rematch") for n in (0, 1)])
    assert statuses(answers) == {200: 2}
    table.game_number = 2
    if began == 0:  # the other player begins, and gets the first seat
        table.people.reverse()
    table.deal()
    table.check()
    assert [game["status"] for game in audit_site(table.site, table.code)] == ["over", "playing"]
    assert statuses(at_once([partial(table.post, n, "rematch") for n in (0, 1)])) == {409: 2}
