"""Access control: every address of the site, requested by every kind of visitor.

:mod:`tests.live.access_table` has the expected statuses. An address that is missing there fails a
test, so every new address needs a decision on who may use it. Every answer is also searched for
data that only some may see.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any
from uuid import UUID

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games.chat.models import Message
from games.common import rate_limits
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, list_topic_kinds
from games.moderation.services.moderators import MODERATOR_GROUP as MODERATORS
from games.play import store
from games.play.models import Room
from games.play.services.invitations import invite_player
from games.play.services.seats import take_seat
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Notification, Player, Sanction
from games.players.services.sanctions import impose_sanction
from games.players.terms.badges import create_badge
from games.uploads.services import storage
from lexicon.services.editors import EDITORS_GROUP as EDITORS
from lexicon.services.editors import RIGHTS
from scrabble_site.pages.renamed_paths import redirect_renamed
from tests.api.conftest import beginning_of
from tests.daily.handmade_games import add_finished_game
from tests.live.access_table import (
    ACCESS,
    ACCOUNTS,
    COPIED,
    ELSEWHERE,
    FIELDS,
    GUESTS,
    WHO,
    get_expected_status,
)
from tests.live.games_beside import open_all_beside
from tests.play.conftest import client_of, hall, lexicon, match, table_of
from tests.puzzles.handmade_puzzles import keep
from tests.ratings.conftest import make_member, people
from tests.uploads.sample_records import findings_of

__all__ = ["client_of", "hall", "lexicon", "match", "people"]
pytestmark = pytest.mark.django_db

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

DESKS: dict[str, Callable[[str], bool]] = {
    "moderator": lambda model: model in ("games.moderationreport", "games.playersignals"),
    "editor": lambda model: model.removeprefix("lexicon.") in RIGHTS,
    "admin": lambda model: True,
}
"""The tables that each kind of staff may open in the admin. All others get the log-in form."""

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


def test_every_address_is_in_the_table() -> None:
    assert {what.split()[1] for what in ACCESS} == ROUTES.keys()
    assert FIELDS.keys() <= ROUTES.keys()


@pytest.mark.parametrize("who", WHO)
def test_access_matches_the_table(ask: Ask, who: str) -> None:
    wrong, found = {}, set()
    for what in ACCESS:
        status, text = ask(who, what)
        if status != get_expected_status(what, who):
            wrong[what] = status
        for secret, few in VISIBLE_TO.items():
            assert who in few or secret not in text, f"{what} tells: {secret}"
            found |= {secret} if secret in text else set()
    assert not wrong
    assert found == {secret for secret, few in VISIBLE_TO.items() if who in few}


def test_every_socket_sends_viewers_what_the_table_allows(site_ids: dict[str, str]) -> None:
    """Chat reaches only the team; no socket sends any other private data."""
    received = set()
    for who in WHO:
        player = Player.objects.filter(nickname={**GUESTS, **ACCOUNTS}.get(who, "")).first()
        viewer = str(player.pk) if player else ""
        for kind in list_topic_kinds():
            if kind.key_of and not viewer:
                continue
            key = viewer if kind.key_of else site_ids["code"] if "key" in kind.address else ""
            text = RenderedState(Topic(kind.name, key), kind.read(key)).text_for(viewer)
            for secret, few in VISIBLE_TO.items():
                assert who in few or secret not in text, f"{kind.name} tells {who}: {secret}"
                received |= {(who, secret)} if secret in text else set()
    assert received >= {(who, PLAN) for who in TEAM}


def test_opening_another_players_notification_leaves_it_unread(site_ids: dict[str, str]) -> None:
    for what in ("mark_one_read", "mark_all_read"):
        client = Client()
        client.force_login(User.objects.get(username="Jade"))
        assert client.post(address_of(f"games:{what}", site_ids)).status_code == 302
    assert Notification.objects.get(pk=site_ids["notice"]).read_at is None


@pytest.mark.parametrize("who", WHO)
def test_the_admin_is_open_only_to_listed_roles(site_ids: dict[str, str], who: str) -> None:
    client = Client()
    enter(client, who)
    for model in admin.site._registry:
        name = model._meta.label_lower
        status = client.get(reverse(f"admin:{name.replace('.', '_')}_changelist")).status_code
        allowed = DESKS[who](name) if who in DESKS else None
        assert status == (302 if allowed is None else 200 if allowed else 403), name


@pytest.mark.parametrize("refused_by", ["csrf", "limit", "view"])
def test_a_refused_request_creates_no_player(
    site_ids: dict[str, str], limited: Callable[..., None], settings: Any, refused_by: str
) -> None:
    if refused_by == "limit":
        limited(**dict.fromkeys(settings.RATE_LIMITS, "1/1 hour | 1/1 hour"))
    refused = 0
    for what in (one for one in ACCESS if one.startswith("POST")):
        name = what.split()[1]
        fields = {key: str(value).format(**site_ids) for key, value in FIELDS.get(name, {}).items()}
        with transaction.atomic():
            rate_limits.reset_rate_limits()
            for _ in range(2 if refused_by == "limit" else 1):
                people = Player.objects.count()
                client = Client(enforce_csrf_checks=refused_by == "csrf")
                status = client.post(address_of(name, site_ids), fields).status_code
            assert status < 400 or Player.objects.count() == people, what
            refused += status >= 400
            transaction.set_rollback(True)
    assert refused > 40
