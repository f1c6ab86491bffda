"""Streams of lines: what they send to whom, and how they end."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.api.live import event_streams
from games.api.perspective import bulk_export
from games.api.services.tokens import revoke_token
from games.people.models import Visibility
from games.people.services.privacy import save_privacy
from games.play.live.topics import publish_room
from games.play.models import Game, Invitation, Room
from games.play.services.invitations import invite_player, withdraw_invitations
from games.players.models import Player
from tests.api.conftest import (
    Program,
    beginning_of,
    content_of,
    end,
    lines_of,
    run_in_transaction,
    table_of,
)
from tests.play.conftest import NOON
from tests.processes import PATIENCE

pytestmark = pytest.mark.django_db

OpenTable = Callable[..., Room]
Line = dict[str, Any]

SILENCE = 1.5
"""Seconds without a line or heartbeat after which the next action is taken."""


def follow(answer: Any, *acts: Callable[[], object], until: str = "") -> list[Line]:
    """Return the lines of a stream: those at first, and at least one after each of ``acts``.

    ``until`` is the type of line to wait for at the end.
    """

    async def read() -> list[Line]:
        found: list[Line] = []
        lines = _lines_in(answer)
        async with asyncio.timeout(PATIENCE):
            while line := await anext(lines, None):  # a heartbeat ends what it sends at first
                found.append(line)
        step = asyncio.ensure_future(anext(lines, None))
        left, due = list(acts), False
        while True:
            done, _ = await asyncio.wait({step}, timeout=PATIENCE if due else SILENCE)
            line = step.result() if done else {}
            if line is None:
                return found
            if line:
                found.append(line)
                due = not left and bool(until) and line.get("type") != until
            if done:
                step = asyncio.ensure_future(anext(lines, None))
            if line or (done and due):
                continue
            if not left:
                step.cancel()
                await asyncio.wait({step})
                await answer.aclose()
                return found
            await sync_to_async(left.pop(0))()
            due = True

    return run_in_transaction(read())


async def _lines_in(answer: Any) -> AsyncIterator[Line]:
    async for piece in answer.streaming_content:
        for line in piece.splitlines():
            yield json.loads(line) if line.strip(b":\r\n ") else {}  # a heartbeat is empty


def changed(room: Room, player: Player) -> Callable[[], object]:
    def resign() -> None:
        end(room, player)
        publish_room(room.code)

    return resign


def test_a_room_stream_sends_every_change(
    open_table: OpenTable, people: list[Player], anonymous: Program
) -> None:
    room = open_table()
    answer = anonymous.get(f"stream/rooms/{room.code}")
    assert answer["Content-Type"] == "application/x-ndjson"
    assert "no-store" in answer["Cache-Control"]
    first, *_more, last = follow(answer, changed(room, people[0]))
    assert (first["phase"], last["phase"]) == ("playing", "over")
    assert first["rack"] is None
    assert all(seat["rack"] is None for seat in first["seats"])
    assert anonymous.get("stream/rooms/none").json()["code"] == "room.unknown"


def test_a_bots_stream_shows_only_its_own_rack(make_program: Callable[..., Program]) -> None:
    program = make_program()
    code = program.post("rooms", computer=1).json()["code"]
    room = json.loads(beginning_of(program.get(f"stream/rooms/{code}")))
    assert len(room["rack"]) == 7
    assert all(seat["rack"] is None for seat in room["seats"])


def test_public_games_are_streamed_as_they_start_and_end(
    open_table: OpenTable, people: list[Player], anonymous: Program
) -> None:
    room, hidden = open_table(), open_table()
    Room.objects.filter(pk=hidden.pk).update(public=False)
    game = table_of(room)
    messages = follow(anonymous.get("stream/games"), changed(room, people[0]), until="game_end")
    assert [one["type"] for one in messages] == ["game_start", "game_end"]
    assert messages[0]["game"]["id"] == messages[1]["result"]["id"] == str(game.pk)
    assert [seat["name"] for seat in messages[0]["game"]["seats"]] == ["Amber", "Cobalt"]


def test_a_members_games_are_streamed_while_their_page_is_public(
    open_table: OpenTable, people: list[Player], anonymous: Program, amber: Player
) -> None:
    room = open_table()

    def hide() -> None:
        save_privacy(amber, profile=Visibility.MEMBERS, online=Visibility.ALL)

    assert anonymous.get("stream/players/Nobody").status_code == 404
    messages = follow(anonymous.get("stream/players/Amber"), hide)
    assert [one["game"]["room"] for one in messages] == [room.code]
    assert anonymous.get("stream/players/Amber").status_code == 403
    assert follow(anonymous.get("stream/games")) == []


def test_a_bots_stream_sends_invitations_turns_and_results(
    make_program: Callable[..., Program], people: list[Player], anonymous: Program
) -> None:
    """No event needs to be requested,
    and a client that sends the id of its last event gets those it missed."""
    host = make_program("Sienna", people[0])
    guest = make_program("Umber", people[0])
    assert host.bot is not None
    inviter, name = host.bot, "Umber (bot)"
    room = host.post("rooms", seats=2, challenge="void").json()
    code = room["code"]
    messages = follow(
        guest.get("stream/events"),
        lambda: invite_player(code, inviter, name, timezone.now()),
        lambda: (guest.post(f"rooms/{code}/sit"), host.post(f"rooms/{code}/start")),
        lambda: pass_on(host, code),
        until="turn",
    )
    types = [one["type"] for one in messages]
    assert types[0] == "invitation"
    assert (messages[0]["room"], messages[0]["by"]) == (code, "Sienna (bot)")
    assert "game_start" in types
    assert types[-1] == "turn"
    assert "play" in messages[-1]["can"]
    resigned = guest.act(guest.get(f"rooms/{code}").json(), "resign")
    assert resigned.status_code == 200
    last = {"Last-Event-ID": messages[-1]["id"]}
    missed = follow(guest.client.get("/api/1/stream/events", headers=last))
    assert {one["type"] for one in missed} >= {"game_end"}
    assert missed[0]["game"] == room["game"]
    assert "game_end" not in {one["type"] for one in follow(guest.get("stream/events"))}
    assert anonymous.get("stream/events").status_code == 401


@pytest.mark.parametrize("last_id", ["9" * 15, "9" * 400, "soon", "²"])
def test_an_unknown_event_id_starts_the_stream_afresh(
    make_program: Callable[..., Program], last_id: str
) -> None:
    program = make_program()
    code = program.post("rooms", computer=1).json()["code"]
    headers = {"Last-Event-ID": last_id}
    answer = program.client.get("/api/1/stream/events", headers=headers)
    first = json.loads(beginning_of(answer).splitlines()[0])
    assert (first["type"], first["room"]) == ("game_start", code)


def pass_on(host: Program, code: str) -> None:
    """Make sure that the guest is to move."""
    room = host.get(f"rooms/{code}").json()
    if room["to_move"] == room["seat"]:
        assert host.act(room, "pass").status_code == 200


def test_an_invitation_can_be_withdrawn_or_declined(
    make_program: Callable[..., Program], people: list[Player]
) -> None:
    host, guest = make_program("Sienna", people[0]), make_program("Umber", people[0])
    assert host.bot is not None
    inviter, name = host.bot, "Umber (bot)"
    code = host.post("rooms", seats=2).json()["code"]
    invite_player(code, inviter, name, timezone.now())
    messages = follow(
        guest.get("stream/events"),
        lambda: withdraw_invitations(code, inviter, [Invitation.objects.get().pk], timezone.now()),
        until="invitation_gone",
    )
    assert [one["type"] for one in messages] == ["invitation", "invitation_gone"]
    invite_player(code, inviter, name, timezone.now())
    assert guest.post(f"rooms/{code}/decline").status_code == 204
    assert follow(guest.get("stream/events")) == []


def test_streams_are_available_as_server_sent_events(make_program: Callable[..., Program]) -> None:
    program = make_program()
    code = program.post("rooms", computer=1).json()["code"]
    accept = {"Accept": "text/event-stream"}
    answer = program.client.get("/api/1/stream/events", headers=accept)
    assert answer["Content-Type"] == "text/event-stream"
    text = beginning_of(answer).decode()
    number, kind, data = text.splitlines()[:3]
    assert number.removeprefix("id: ").isdigit()
    assert kind == "event: game_start"
    assert json.loads(data.removeprefix("data: "))["room"] == code
    assert text.endswith("\n\n:\n\n")


@pytest.mark.parametrize("path", ["stream/events", "stream/rooms/{code}"])
def test_a_stream_ends_with_its_token(
    make_program: Callable[..., Program], amber: Player, path: str
) -> None:
    program = make_program()
    code = program.post("rooms", computer=1).json()["code"]
    token = amber.tokens.get()
    revoked: list[int] = []

    def end_it() -> None:
        revoked.append(revoke_token(amber, token.pk, timezone.now()).pk)

    read = follow(program.get(path.format(code=code)), end_it, until="never")
    assert read, "it sent its initial state"
    assert revoked, "and went on until then"
    assert program.get("stream/events").status_code == 401


def test_an_idle_stream_sends_heartbeats(
    make_program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.1)
    answer = make_program().get("stream/events")

    async def read() -> list[bytes]:
        async with asyncio.timeout(PATIENCE):
            pieces = aiter(answer.streaming_content)
            return [await anext(pieces) for _ in range(3)]

    assert run_in_transaction(read()) == [b"\n"] * 3


def test_games_are_exported_whole_and_in_parts(
    open_table: OpenTable,
    people: list[Player],
    anonymous: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bulk_export, "GAMES_PER_QUERY", 2)
    games: list[str] = []
    for day in range(5):
        game = end(open_table(), people[0])
        Game.objects.filter(pk=game.pk).update(ended_at=NOON + timedelta(days=day))
        games.insert(0, str(game.pk))
    lines = lines_of(anonymous.get("export/games"))
    assert [one["id"] for one in lines] == games
    assert lines[0] == anonymous.get(f"games/{games[0]}").json()
    rest = lines_of(anonymous.get("export/games", after=games[1]))
    assert [one["id"] for one in rest] == games[2:]
    assert content_of(anonymous.get("export/games", variant="qwibble")) == b""
    monkeypatch.setattr(bulk_export, "MAX_GAMES", 2)
    assert [one["id"] for one in lines_of(anonymous.get("export/games"))] == games[:2]
    nothing = anonymous.get("export/games", after="00000000-0000-0000-0000-000000000000")
    assert nothing.status_code == 404
    Room.objects.update(public=False)
    assert content_of(anonymous.get("export/games")) == b""
