"""All that a viewer is told: every address, what commands answer, and what sockets bring."""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from itertools import product
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from games.chat.models import Message
from games.common import rates
from games.live.gallery import Shown, gallery
from games.live.topics import Company, Topic, kind_of
from games.moderation.models import Report
from games.play.models import Room
from games.play.scenes import forget_scenes
from games.players.badges import badge_of
from games.players.models import Notice
from games.puzzles.models import Puzzle
from games.study.models import Quiz, WordSet
from games.uploads.models import Upload
from tests.live.access import ACCESS, FIELDS
from tests.live.test_access import ROUTES
from tests.play.conftest import table_of
from tests.worlds.scene import World, client_as

Told = dict[str, bytes]

ACTS_IN = "teams"
ACT = ("Fern", "Amber", "Jade")
"""The room in which these try every command."""

DRAWS = {"games:exchange", "games:play", "games:challenge", "games:resign", "games:accept"}
"""What lawfully tells more of the hidden tiles, where it succeeds."""

NEW_EACH_TIME = {"games:go_on"}
"""Pages with a link that is made for each who asks."""

_CHANGING = (
    (re.compile(rb'(name="key" value=")\w+'), rb"\1"),
    (re.compile(rb'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")\w+'), rb"\1"),
    (re.compile(rb"(?:csrftoken|sessionid|messages)=[^;]+"), b""),
    (re.compile(rb"expires=[^;]+"), b""),
)


def read_all(world: World, viewer: str) -> Told:
    """What everything answers now, by what was asked. Nothing is kept of what it may change."""
    forget_everything()
    told = dict(_read_pages(world, viewer))
    told |= dict(_read_sockets(world, viewer))
    if viewer in ACT:
        told |= dict(_try_commands(world, viewer))
    return told


def forget_everything() -> None:
    """Whatever this process remembers of rows that were changed past the services."""
    gallery.forget()
    forget_scenes()
    rates._limiter.cache_clear()


def _read_pages(world: World, viewer: str) -> Iterator[tuple[str, bytes]]:
    client = client_as(world, viewer)
    asked = dict.fromkeys(_all_pages(world))
    if viewer == "Moderator":
        asked |= dict.fromkeys(_desk())
    for path in asked:
        with transaction.atomic():
            answer = client.get(path)
            transaction.set_rollback(True)
        yield f"GET {path}", _bytes_of(answer)


def _all_pages(world: World) -> Iterator[str]:
    everywhere = {
        "name": ["Amber", "Rust"],
        "player_id": [str(world.people[name].pk) for name in ("Amber", "Rust")],
        "token": ["not-a-token"],
        "variant": ["scrabble"],
        "language": ["en"],
        "speed": ["untimed"],
        "slug": ["few"],
        "puzzle_id": [str(UUID(int=0)), *_ids(Puzzle.objects.all())],
        "kind": ["best"],
        "quiz_id": _ids(Quiz.objects.filter(player=world.people["Rust"])),
        "thought_id": [str(UUID(int=0))],
    }
    uploaded = _ids(Upload.objects.filter(owner=world.people["Rust"]))
    for code in world.read():
        room = Room.objects.get(code=code)
        values = everywhere | {"code": [code], "game_id": [str(table_of(room).pk)]}
        values |= {"record_id": [*values["game_id"], *uploaded]}
        for what in ACCESS:
            method, name = what.split()
            if method == "GET" and name not in NEW_EACH_TIME:
                numbers = {"number": _numbers_for(name, room)}
                yield from _addresses_of(name, values | numbers)


def _numbers_for(name: str, room: Room) -> list[str]:
    """Of messages, of news, or of moves: whatever the address means."""
    if "chat" in name or "message" in name:
        said = Message.objects.filter(chat__room=room).order_by("-pk")
        return [str(pk) for pk in dict(said.values_list("channel", "pk")).values()]
    if "notice" in name:
        return _ids(Notice.objects.all())
    if name == "games:word_set":
        return _ids(WordSet.objects.all())
    return [str(table_of(room).turn_number)]


def _ids(rows: QuerySet[Any]) -> list[str]:
    return [str(pk) for pk in rows.order_by("pk").values_list("pk", flat=True)]


def _addresses_of(name: str, values: dict[str, list[str]]) -> Iterator[str]:
    wanted = sorted(ROUTES[name])
    for chosen in product(*(values[one] for one in wanted)):
        yield reverse(name, kwargs=dict(zip(wanted, chosen, strict=True)))


def _desk() -> Iterator[str]:
    yield from ("/admin/", "/admin/games/report/")
    for report in Report.objects.all():
        yield f"/admin/games/report/{report.pk}/change/"


def _read_sockets(world: World, viewer: str) -> Iterator[tuple[str, bytes]]:
    """Every picture as it is told to this viewer, and the sign of life that goes with it."""
    who = str(world.people[viewer].pk) if viewer in world.people else ""
    seen = {str(player.pk): True for player in world.people.values()}
    topics = [Topic(kind, code) for code in world.read() for kind in ("room", "chat")]
    for topic in (*topics, Topic("lobby", ""), *([Topic("own", who)] if who else [])):
        kind = kind_of(topic)
        shown = Shown(topic, kind.read(topic.key))
        yield f"socket {topic}", shown.text_for(who).encode()
        sign = kind.tell_company({topic.key: Company(len(seen), seen)})
        yield f"sign {topic}", sign.get(topic.key, "").encode()


def _try_commands(world: World, viewer: str) -> Iterator[tuple[str, bytes]]:
    client, scene = client_as(world, viewer), _fields_for(world.rooms[ACTS_IN])
    for what in ACCESS:
        method, command = what.split()
        if method == "POST" and "code" in ROUTES[command]:
            yield from _try(client, command, scene)


def _try(client: Client, command: str, scene: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    fields = {key: str(value).format(**scene) for key, value in FIELDS.get(command, {}).items()}
    if "turn" in fields:
        fields["turn"] = scene["turn"]
    path = reverse(command, kwargs={one: scene[one] for one in ROUTES[command]})
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        answer = client.post(path, fields)
        transaction.set_rollback(True)
    client.cookies = cookies
    if answer.status_code < 400:  # what it changed has not been
        forget_everything()
    if command not in DRAWS or answer.status_code >= 400:
        yield f"POST {path}", _bytes_of(answer)


def _fields_for(room: Room) -> dict[str, str]:
    message = Message.objects.filter(chat__room=room).order_by("pk").first()
    game = table_of(room)
    return {
        "code": room.code,
        "game_id": str(game.pk),
        "turn": str(game.turn_number),
        "number": str(message.pk if message else 1),
        "player_id": str(room.host_id),
        "badge": badge_of(str(room.host_id), room.code),
        "tile": "E",
        "name": "Amber",
        "token": "not-a-token",
        "variant": "scrabble",
        "language": "en",
        "speed": "untimed",
        "slug": "few",
        "puzzle_id": str(UUID(int=0)),
        "kind": "best",
    }


def _bytes_of(answer: Any) -> bytes:
    cookies = answer.cookies.output().encode()
    kept = sorted(
        (k, v) for k, v in answer.headers.items() if k not in ("Expires", "Last-Modified")
    )
    head = f"{answer.status_code} {kept}".encode()
    told: bytes = head + b"\n" + cookies + b"\n" + answer.content
    for pattern, put in _CHANGING:
        told = pattern.sub(put, told)
    return told


def differences(before: Told, after: Told) -> list[str]:
    """Which answers differ, and where for the first time."""
    assert before.keys() == after.keys(), before.keys() ^ after.keys()
    return [
        _point(what, before[what], after[what]) for what in before if before[what] != after[what]
    ]


def _point(what: str, one: bytes, other: bytes) -> str:
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{what} at byte {at}:\n  {one[start : at + 60]!r}\n  {other[start : at + 60]!r}"
