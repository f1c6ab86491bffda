"""The setting of the access table: a running game of two teams, and every kind of visitor.

:mod:`tests.live.access_table` describes it.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games.chat.models import Message
from games.live.state_cache import state_cache
from games.moderation.services.moderators import MODERATOR_GROUP as MODERATORS
from games.play import store
from games.play.models import Room, SeatMember
from games.play.services.invitations import invite_player
from games.play.services.seats import take_seat
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Notification, Player, Sanction
from games.players.services.sanctions import impose_sanction
from games.players.terms.badges import create_badge
from games.uploads.services import storage
from lexicon.services.editors import EDITORS_GROUP as EDITORS
from scrabble_site.pages.renamed_paths import redirect_renamed
from tests.api.conftest import beginning_of
from tests.daily.handmade_games import add_finished_game
from tests.live.access_table import (
    ACCOUNTS,
    COPIED,
    ELSEWHERE,
    FIELDS,
    GUESTS,
)
from tests.live.games_beside import open_all_beside
from tests.play.conftest import client_of, hall, lexicon, match, table_of
from tests.puzzles.handmade_puzzles import keep
from tests.ratings.conftest import make_member, people
from tests.uploads.sample_records import findings_of

__all__ = ["client_of", "hall", "lexicon", "match", "people"]

PLAN = "We save the blank"
DRAFT = '[112,"Q",""]'
LETTERS = "amber@letters.example"
NEWS = "A word that Amber disputed"
BROUGHT = "A game that Amber brought along"
REPLY = "D8 across QUIXOTR"
TEAM = ("mate", "muted", "owner")
VISIBLE_TO = {PLAN: TEAM, DRAFT: ("mate", "muted"), LETTERS: ("owner",), NEWS: ("owner",)}
VISIBLE_TO |= {REPLY: ("rival",), BROUGHT: ("owner",)}
"""Who may see each piece of private data."""

SHOWN = ("GET games:room", "GET games:draft", "GET games:chat", "GET games:replies")
"""Pages that show a team's private data to its members."""


Ask = Callable[[str, str], tuple[int, str]]
Routes = Iterator[tuple[str, frozenset[str]]]


def routes(patterns: list[Any], spaces: str = "") -> Routes:
    """Yield the names of all addresses, with their parameters."""
    for one in patterns:
        if str(one.pattern) in ELSEWHERE:
            continue
        if isinstance(one, URLPattern):
            if one.callback is not redirect_renamed:  # see tests/site/test_renamed_paths.py
                yield f"{spaces}{one.name}", frozenset(one.pattern.converters)
        elif isinstance(one, URLResolver):
            space = f"{one.namespace}:" if one.namespace else ""
            yield from routes(one.url_patterns, spaces + space)


ROUTES = dict(routes(get_resolver().url_patterns))


@pytest.fixture(autouse=True)
def _known_draws(settings: Any) -> None:
    settings.TEST_SEED = "who may what"  # with these draws Amber's team begins


@pytest.fixture
def site_ids(match: Room, people: list[Player], client_of: Callable[..., Client]) -> dict[str, str]:
    """Set up two teams of two with everyone present.

    Amber has a plan, a draft, an e-mail address and a notice. Returns the values for addresses and
    forms.
    """
    state_cache.forget()
    amber, game = people[0], table_of(match)
    state = store.load_state(game)
    assert state.to_move == 0
    Player.objects.filter(pk=amber.pk).update(email=LETTERS)
    news = Notification.objects.create(
        player=amber, kind="dispute", text=NEWS, path="/", created_at=timezone.now()
    )
    add_other_visitors(match, people)
    for player in people:
        client_of(player).get(f"/r/{match.code}/")
    at = client_of(amber)
    said = {"text": PLAN, "channel": "team", "key": "a-key"}
    assert at.post(f"/r/{match.code}/chat/send", said).status_code == 200
    draft = {"laid": json.dumps([[112, "Q", ""]])}
    assert at.post(f"/r/{match.code}/draft", draft).status_code == 204
    reply = {"game": game.pk, "turn": 0, "guess": "8D QUIXOTR", "answer": "-"}
    assert client_of(people[2]).post(f"/r/{match.code}/replies/", reply).status_code == 200
    request = storage.UploadRequest(findings_of(), BROUGHT, None)
    brought = storage.save_upload(amber, request, timezone.now())
    return {
        "code": match.code,
        "game_id": str(game.pk),
        "record_id": str(brought.pk),
        "message": str(Message.objects.get().pk),
        "notice": str(news.pk),
        "player_id": str(amber.pk),
        "member": str(table_of(match).holders.filter(seat__number=1)[0].pk),
        "badge": create_badge(str(Player.objects.create(nickname="Fern").pk), match.code),
        "tile": state.tile_set.write(state.seats[0].rack[:1]),
        "name": "Amber",
        **open_all_beside(match, amber, ("Cobalt", "Jade", "Ochre")),
        "token": "not-a-token",
        "run_id": str(UUID(int=0)),
        "quiz_id": str(UUID(int=0)),
        "variant": "scrabble",
        "language": "en",
        "speed": "untimed",
        "slug": "few",
        "puzzle_id": str(keep(match.lexicon)[0].pk),
        "kind": "best",
        "day": add_finished_game(match.lexicon, amber),
    }


def add_other_visitors(match: Room, people: list[Player]) -> None:
    """Add all other visitors: the muted teammate, the invited guest and the staff."""
    ochre, now = make_member(ACCOUNTS["muted"]), timezone.now()
    slate = Player.objects.create(nickname=GUESTS["invited"])
    for player, team in ((ochre, 0), (slate, 1)):
        invite_player(match.code, people[0], player.nickname, now, team)
    take_seat(match.code, ochre, 0, now)
    impose_sanction(ochre, Sanction.Kind.MUTE, "Rude words", now, until=now + timedelta(days=1))
    for role, group in (("moderator", MODERATORS), ("editor", EDITORS)):
        account = User.objects.create_user(ACCOUNTS[role], is_staff=True)
        account.groups.add(Group.objects.get(name=group))
    User.objects.create_superuser(ACCOUNTS["admin"])


@pytest.fixture
def ask(site_ids: dict[str, str], client_of: Callable[..., Client]) -> Ask:
    """Return a function such as ``ask("rival", "POST games:pass")``.

    It returns the status and all text of the answer. The request's changes are rolled back. Each
    visitor logs in once; every request starts from the cookies of that moment.
    """
    cookies: dict[str, SimpleCookie] = {}

    def browser_of(who: str) -> Client:
        if who not in cookies:
            client = client_of(Player.objects.get(nickname=GUESTS[who]) if who in GUESTS else None)
            enter(client, who)
            cookies[who] = client.cookies
        client = client_of(None)
        client.cookies = deepcopy(cookies[who])
        return client

    def asking(who: str, what: str) -> tuple[int, str]:
        method, name = what.split()
        fields = {key: str(value).format(**site_ids) for key, value in FIELDS.get(name, {}).items()}
        client = browser_of(who)
        with transaction.atomic():
            # On a slow machine the host would be away by now, and others might take over.
            SeatMember.objects.exclude(seen_at=None).update(seen_at=timezone.now())
            send = getattr(client, method.lower())
            answer = send(address_of(name, site_ids), fields)
            body = beginning_of(answer).decode(errors="replace")  # an image is not text
            transaction.set_rollback(True)
        if method != "GET" and answer.status_code < 400:  # its changes were rolled back
            state_cache.forget()
            clear_snapshot_cache()
        return answer.status_code, f"{answer.headers}{body}"

    return asking


def enter(client: Client, who: str) -> None:
    """Log in with an account, or with a cookie that was copied before its owner logged out."""
    if account := ACCOUNTS.get(who) or COPIED.get(who):
        client.force_login(User.objects.get(username=account))
    if who in COPIED:
        browser = Client()
        browser.cookies["sessionid"] = client.cookies["sessionid"].value
        assert browser.get("/settings/").context["user"].is_authenticated
        assert browser.post("/accounts/logout/").status_code == 302


def address_of(name: str, site_ids: dict[str, str]) -> str:
    """Return an address with its parameters filled in; message and notice numbers are Amber's."""
    said = site_ids["message"]
    numbers = site_ids | {"chat": said, "repo": said, "move": "0", "end_": "9", "even": "1"}
    values = site_ids | {"number": numbers.get(name.split(":")[-1][:4], site_ids["notice"])}
    own = {one: site_ids.get(f"{name} {one}", values[one]) for one in ROUTES[name]}
    return reverse(name, kwargs=own)
