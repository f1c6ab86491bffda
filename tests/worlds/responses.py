"""All output a viewer can get: every address, the answers to commands, and all socket updates."""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from itertools import product
from typing import Any
from uuid import UUID

from django.conf import settings as site_settings
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from games.chat.models import Message
from games.clubs.models import ClubMatch, ClubMessage, ClubSeason
from games.common import rate_limits
from games.duplicate.live.fragments import clear_own_fragments
from games.duplicate.perspective.views import clear_view_caches
from games.events.perspective.shared_parts import clear_shared_parts
from games.fairplay.models import PlayerSignals
from games.live.readers import Reader
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Audience, Topic, get_topic_kind
from games.moderation.models import ModerationReport
from games.play.models import Room
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Notification
from games.players.terms.badges import create_badge
from games.puzzles.models import Puzzle
from games.study.models import Quiz, StudyList
from games.uploads.models import UploadedGame
from tests.api.conftest import beginning_of
from tests.live.access_table import ACCESS, FIELDS
from tests.live.visitors import ROUTES
from tests.play.conftest import table_of
from tests.worlds.daily_data import find_day, forget_daily_games
from tests.worlds.duplicate_data import PAUSING_BESIDE, RUNNING_BESIDE
from tests.worlds.event_data import BESIDE as EVENT_BESIDE
from tests.worlds.world import World, client_as

Responses = dict[str, bytes]

ACTS_IN = "teams"
DUPLICATES_BESIDE = (RUNNING_BESIDE, PAUSING_BESIDE)
ACT = ("Fern", "Amber", "Jade")
"""These viewers try every command in the room ``ACTS_IN``."""

DRAWS = {
    "games:exchange",
    "games:play",
    "games:challenge",
    "games:resign",
    "games:abort",
    "games:accept",
}
"""Commands whose success lawfully reveals more of the hidden tiles."""

NEW_EACH_TIME = {"games:device_link"}
"""Pages with a link that is new in each response."""

_CHANGING = (
    (re.compile(rb'(name="key" value=")\w+'), rb"\1"),
    (re.compile(rb'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")\w+'), rb"\1"),
    (re.compile(rb"(?:csrftoken|sessionid|messages)=[^;]+"), b""),
    (re.compile(rb"expires=[^;]+"), b""),
)


def read_all_responses(world: World, viewer: str) -> Responses:
    """Return all answers by request. Changes that the requests make are rolled back."""
    clear_caches()
    responses_by_request = dict(read_pages(world, viewer, world.read()))
    responses_by_request |= dict(_read_sockets(world, viewer))
    if viewer in ACT:
        responses_by_request |= dict(_try_commands(world, viewer))
    return responses_by_request


def clear_caches() -> None:
    """Clear this process's caches after rows were changed without the services."""
    state_cache.forget()
    clear_snapshot_cache()
    clear_view_caches()
    clear_own_fragments()
    clear_shared_parts()
    rate_limits._limiter.cache_clear()
    forget_daily_games()


def read_pages(world: World, viewer: str, codes: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the answers of all pages, for each of these rooms; what they change is rolled back."""
    client = client_as(world, viewer)
    asked = dict.fromkeys(_all_pages(world, codes))
    if viewer == "Moderator":
        asked |= dict.fromkeys(_desk())
    for path in asked:
        with transaction.atomic():
            content = _bytes_of(client.get(path))
            transaction.set_rollback(True)
        yield f"GET {path}", content


def _all_pages(world: World, codes: list[str]) -> Iterator[str]:
    """Yield the address of every page, for each of these rooms."""
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
        "day": [find_day()],
        "quiz_id": _ids(Quiz.objects.filter(player=world.people["Rust"])),
        "run_id": [str(UUID(int=0))],
        "season": _ids(ClubSeason.objects.all()),
        "match": _ids(ClubMatch.objects.all()),
        "invite": ["not-an-invite"],
        "invitation": ["not-an-invitation"],
    }
    uploaded = _ids(UploadedGame.objects.filter(owner=world.people["Rust"]))
    for code in codes:
        room = Room.objects.get(code=code)
        values = everywhere | {"code": [code], "game_id": [str(table_of(room).pk)]}
        values |= {"record_id": [*values["game_id"], *uploaded]}
        for what in ACCESS:
            method, name = what.split()
            if method == "GET" and name not in NEW_EACH_TIME:
                numbers = {"number": _numbers_for(name, room)}
                yield from _addresses_of(name, values | numbers)


FROM_ONE = {
    "games:duplicate_review_turn",
    "games:event_round",
    "games:event_rounds",
    "games:event_score_card",
    "games:api:event_tables",
}
"""Addresses whose number is that of a turn, a round or an entrant, from 1."""


def _numbers_for(name: str, room: Room) -> list[str]:
    """Return numbers of messages, of notices, or of moves, depending on the address."""
    if "club" in name:
        return _ids(ClubMessage.objects.all())
    if "chat" in name or "message" in name:
        said = Message.objects.filter(chat__room=room).order_by("-pk")
        return [str(pk) for pk in dict(said.values_list("channel", "pk")).values()]
    if "notice" in name:
        return _ids(Notification.objects.all())
    if name in FROM_ONE:
        return ["1"]
    if name == "games:word_list":
        return _ids(StudyList.objects.all())
    return [str(table_of(room).turn_number)]


def _ids(rows: QuerySet[Any]) -> list[str]:
    return [str(pk) for pk in rows.order_by("pk").values_list("pk", flat=True)]


def _addresses_of(name: str, values: dict[str, list[str]]) -> Iterator[str]:
    wanted = sorted(ROUTES[name])
    for chosen in product(*(values[one] for one in wanted)):
        yield reverse(name, kwargs=dict(zip(wanted, chosen, strict=True)))


def _desk() -> Iterator[str]:
    yield from ("/admin/", "/admin/games/moderationreport/")
    for report in ModerationReport.objects.all():
        yield f"/admin/games/moderationreport/{report.pk}/change/"
    yield "/admin/games/playersignals/"
    for signals in PlayerSignals.objects.all():
        yield f"/admin/games/playersignals/{signals.pk}/change/"


def _read_sockets(world: World, viewer: str) -> Iterator[tuple[str, bytes]]:
    """Yield every state as it is sent to this viewer, and the presence update that goes with it."""
    who = str(world.people[viewer].pk) if viewer in world.people else ""
    seen = {str(player.pk): True for player in world.people.values()}
    topics = [Topic(kind, code) for code in world.read() for kind in ("room", "screen", "chat")]
    beside = world.rooms[EVENT_BESIDE].code
    topics += [Topic("event", beside), Topic("club", beside)]
    topics += [Topic("annotated", beside), Topic("broadcast", beside)]
    topics += [Topic("duplicate", world.rooms[name].code) for name in DUPLICATES_BESIDE]
    for topic in (*topics, Topic("lobby", ""), *([Topic("own", who)] if who else [])):
        kind = get_topic_kind(topic)
        shown = RenderedState(topic, kind.read(topic.key))
        yield f"socket {topic}", shown.text_for(who).encode()
        if kind.render_own_parts and who:
            parts = kind.render_own_parts(topic.key, [Reader(who, site_settings.LANGUAGE_CODE)])
            yield f"own parts {topic}", "".join(parts.values()).encode()
        for presence in kind.load_presence({topic.key: Audience(len(seen), seen)}).values():
            yield f"presence {topic}", kind.render_presence(presence).encode()


def _try_commands(world: World, viewer: str) -> Iterator[tuple[str, bytes]]:
    client, values = client_as(world, viewer), _fields_for(world.rooms[ACTS_IN])
    for what in ACCESS:
        method, command = what.split()
        if method == "POST" and "code" in ROUTES[command]:
            yield from _try(client, command, values)


def _try(client: Client, command: str, values: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    fields = {key: str(value).format(**values) for key, value in FIELDS.get(command, {}).items()}
    if "turn" in fields:
        fields["turn"] = values["turn"]
    path = reverse(command, kwargs={one: values[one] for one in ROUTES[command]})
    # A command may log the viewer out. The session is rolled back, and so must the cookies be.
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        answer = client.post(path, fields)
        transaction.set_rollback(True)
    client.cookies = cookies
    if answer.status_code < 400:  # its changes were rolled back
        clear_caches()
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
        "member": str(game.holders.order_by("pk").values_list("pk", flat=True).first() or 1),
        "badge": create_badge(str(room.host_id), room.code),
        "tile": "E",
        "name": "Amber",
        "token": "not-a-token",
        "invitation": "not-an-invitation",
        "variant": "scrabble",
        "language": "en",
        "speed": "untimed",
        "slug": "few",
        "puzzle_id": str(UUID(int=0)),
        "kind": "best",
        "day": find_day(),
        "match": str(ClubMatch.objects.order_by("pk").values_list("pk", flat=True).first()),
    }


def _bytes_of(answer: Any) -> bytes:
    cookies = answer.cookies.output().encode()
    kept = sorted(
        (k, v) for k, v in answer.headers.items() if k not in ("Expires", "Last-Modified")
    )
    head = f"{answer.status_code} {kept}".encode()
    content: bytes = head + b"\n" + cookies + b"\n" + beginning_of(answer)
    for pattern, put in _CHANGING:
        content = pattern.sub(put, content)
    return content


def find_differences(before: Responses, after: Responses) -> list[str]:
    """Return which answers differ, and where each one first does."""
    assert before.keys() == after.keys(), before.keys() ^ after.keys()
    return [
        _point(what, before[what], after[what]) for what in before if before[what] != after[what]
    ]


def _point(what: str, one: bytes, other: bytes) -> str:
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{what} at byte {at}:\n  {one[start : at + 60]!r}\n  {other[start : at + 60]!r}"
