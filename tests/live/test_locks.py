"""Rooms are locked before people, and no room is deleted while another request has it locked.

Votes about an absent player, and that player's return, wait for others of the same moment. A second
PostgreSQL session acts as someone who is sitting down: it holds the lock that the services take at
that moment, for as long as the test needs.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import psycopg

from tests.live.client import Answer, Visitor
from tests.live.live_table import Table
from tests.live.lock_sessions import is_waited_for, second_session
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

MAX_OPEN = 8
"""Waiting rooms that one host may have; the next one replaces the oldest."""


def open_room(host: Visitor) -> Answer:
    options = {"challenge": "single", "end_rule": "passes", "adjustment": "standard"}
    options |= {"placement": "strict", "lexicon": "en-open", "variant": "scrabble"}
    return host.post("/rooms/", htmx=False, name=host.name, seats=2, exchange_minimum=7, **options)


def code_of(answer: Answer) -> str:
    assert answer.status == 302, answer.text
    return str(answer.headers["Location"]).strip("/").removeprefix("r/")


def rooms_there(site: Site, codes: list[str]) -> set[str]:
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        rows = connection.execute("SELECT code FROM games_room WHERE code = ANY(%s)", [codes])
        return {code for (code,) in rows}


def test_a_room_in_which_a_seat_is_being_taken_is_not_replaced(scaled_site: Site) -> None:
    host = Visitor(scaled_site.webs[0], "Harriet")
    codes = [code_of(open_room(host)) for _ in range(MAX_OPEN)]
    with second_session(scaled_site) as sitting:
        sitting.execute("SELECT id FROM games_room WHERE code = %s FOR UPDATE", [codes[0]])
        ninth = code_of(open_room(host))
        assert rooms_there(scaled_site, codes) == set(codes) - {codes[1]}
    assert rooms_there(scaled_site, [ninth]) == {ninth}


def test_a_host_who_opens_a_room_and_sits_elsewhere_blocks_no_one(
    scaled_site: Site,
) -> None:
    host = Visitor(scaled_site.webs[0], "Holly")
    codes = [code_of(open_room(host)) for _ in range(MAX_OPEN)]
    with second_session(scaled_site) as sitting, ThreadPoolExecutor(1) as thread:
        sitting.execute(
            "SELECT id FROM games_room WHERE code = ANY(%s) ORDER BY id FOR UPDATE", [codes]
        )
        opening = thread.submit(open_room, host)
        answer = opening.result(timeout=PATIENCE)
        assert answer.status == 409, "every room that could make way is in use"
        sitting.execute(
            "SELECT id FROM games_player WHERE id = "
            "(SELECT host_id FROM games_room WHERE code = %s) FOR UPDATE",
            [codes[0]],
        )
    assert rooms_there(scaled_site, codes) == set(codes)


def test_play_now_keeps_the_players_room_when_its_seat_is_taken(scaled_site: Site) -> None:
    host = Visitor(scaled_site.webs[0], "Hanna")
    own = code_of(play_now(host, "qwibble"))
    with second_session(scaled_site) as sitting:
        sitting.execute("SELECT id FROM games_room WHERE code = %s FOR UPDATE", [own])
        new = code_of(play_now(host, "scrabble"))
    assert new != own
    assert rooms_there(scaled_site, [own, new]) == {own, new}


def play_now(host: Visitor, variant: str) -> Answer:
    return host.post("/rooms/now/", htmx=False, name=host.name, **{"only-game": variant})


MISSED = """
UPDATE games_game SET deserted = %s, absence = %s, due_at = NULL
WHERE room_id = (SELECT id FROM games_room WHERE code = %s)
"""
GONE = """
UPDATE games_holder SET seen_at = now() - interval '11 minutes' WHERE id IN (
  SELECT h.id FROM games_holder h JOIN games_seat s ON s.id = h.seat_id
  JOIN games_game g ON g.id = s.game_id JOIN games_room r ON r.id = g.room_id
  WHERE r.code = %s AND s.number = %s)
"""
STOOD_IN = """
UPDATE games_seat SET computer_level = 3, played_for = 'Somebody' WHERE number = %s AND game_id IN (
  SELECT g.id FROM games_game g JOIN games_room r ON r.id = g.room_id WHERE r.code = %s)
"""
READ = """
SELECT g.deserted, g.absence, s.computer_level FROM games_game g
JOIN games_room r ON r.id = g.room_id JOIN games_seat s ON s.game_id = g.id
WHERE r.code = %s AND s.number = %s
"""


class AbandonedGame:
    """A game of three whose player to move is absent."""

    def __init__(self, site: Site) -> None:
        self.table = Table(site, 3)
        self.absent = self.table.mover
        self.voters = [number for number in range(3) if number != self.absent]
        self.site = site
        with psycopg.connect(site.env["DATABASE_URL"]) as connection:
            connection.execute(GONE, [self.table.code, self.absent])
            self.write(connection, self.absent, {})

    def write(
        self, connection: psycopg.Connection, deserted: int | None, votes: dict[str, str]
    ) -> None:
        """Write the data of the absence, as another session would leave it."""
        known = {"since": 1000 * int(time.time() - 660), "long": False, "votes": votes}
        absence = None if deserted is None else json.dumps(known)
        connection.execute(MISSED, [deserted, absence, self.table.code])

    def read(self) -> tuple[int | None, dict[str, object] | None, int | None]:
        """Return the absent seat, the data of the absence, and the computer in that seat."""
        with psycopg.connect(self.site.env["DATABASE_URL"]) as connection:
            found = connection.execute(READ, [self.table.code, self.absent]).fetchone()
        assert found is not None
        return found

    def vote(self, seat: int, choice: str) -> Answer:
        return self.table.post(seat, "absence", seat=self.absent, choice=choice)

    def come_back(self) -> Answer:
        return self.table.people[self.absent].get(self.table.path)

    def while_locked(
        self, act: Callable[[], Answer], competing: Callable[[psycopg.Connection], object]
    ) -> Answer:
        """Run ``act``, which must wait for another session that does ``competing`` first."""
        with second_session(self.site) as other, ThreadPoolExecutor(1) as thread:
            other.execute("SELECT id FROM games_room WHERE code = %s FOR UPDATE", [self.table.code])
            acting: Future[Answer] = thread.submit(act)
            wait_until(
                lambda: is_waited_for(self.site) or acting.done(), "the lock is met", PATIENCE
            )
            assert not acting.done(), "it did not wait"
            competing(other)
            other.commit()
            return acting.result(timeout=PATIENCE)


def test_two_simultaneous_votes_both_count(scaled_site: Site) -> None:
    game = AbandonedGame(scaled_site)
    first, second = game.voters
    answer = game.while_locked(
        lambda: game.vote(second, "wait"),
        lambda other: game.write(other, game.absent, {str(first): "computer"}),
    )
    assert answer.status == 200
    _missed, known, computer = game.read()
    assert known is not None
    assert known["votes"] == {str(first): "computer", str(second): "wait"}
    assert computer is None


def test_the_second_of_two_simultaneous_votes_decides(scaled_site: Site) -> None:
    game = AbandonedGame(scaled_site)
    first, second = game.voters
    answer = game.while_locked(
        lambda: game.vote(second, "computer"),
        lambda other: game.write(other, game.absent, {str(first): "computer"}),
    )
    assert answer.status == 200
    assert game.read() == (None, None, 3)


def test_a_vote_that_waits_for_the_absent_players_return_is_refused(scaled_site: Site) -> None:
    game = AbandonedGame(scaled_site)
    first, second = game.voters
    assert game.vote(first, "computer").status == 200
    answer = game.while_locked(
        lambda: game.vote(second, "computer"), lambda other: game.write(other, None, {})
    )
    assert answer.status == 409
    assert answer.message
    assert game.read() == (None, None, None)


def test_a_player_who_returns_during_the_vote_keeps_the_seat(scaled_site: Site) -> None:
    game = AbandonedGame(scaled_site)

    def decide(other: psycopg.Connection) -> None:
        other.execute(STOOD_IN, [game.absent, game.table.code])
        game.write(other, None, {})

    assert game.while_locked(game.come_back, decide).status == 200
    assert game.read() == (None, None, None)
    assert "computer" not in game.table.spectator().get(game.table.path + "bundle").text.lower()
