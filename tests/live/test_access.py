"""Who may what: every address of the site, asked by everybody there is (:mod:`tests.live.access`).

An address that is not in that table fails a test, so that none is made without a word on who may
use it. What is told to nobody but a team is looked for in every answer.
"""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
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
from games.common import rates
from games.live.gallery import Shown, gallery
from games.live.topics import Topic, all_kinds
from games.moderation.services.moderators import GROUP as MODERATORS
from games.play import store
from games.play.models import Room
from games.play.scenes import forget_scenes
from games.play.services.invitations import invite
from games.play.services.seats import sit
from games.players.badges import badge_of
from games.players.models import Notice, Player, Sanction
from games.players.services.sanctions import impose
from games.uploads.services import keeping
from lexicon.services.editors import GROUP as EDITORS
from lexicon.services.editors import RIGHTS
from tests.live.access import ACCESS, ACCOUNTS, ELSEWHERE, FIELDS, GUESTS, WHO, expected
from tests.play.conftest import client_of, hall, lexicon, match, table_of
from tests.puzzles.made import keep
from tests.ratings.conftest import make_member, people
from tests.uploads.texts import findings_of

__all__ = ["client_of", "hall", "lexicon", "match", "people"]
pytestmark = pytest.mark.django_db

PLAN = "We save the blank"
DRAFT = '[112,"Q",""]'
LETTERS = "amber@letters.example"
NEWS = "A word that Amber disputed"
BROUGHT = "A game that Amber brought along"
REPLY = "8D QUIXOTR"
TEAM = ("mate", "muted", "owner")
TOLD = {PLAN: TEAM, DRAFT: ("mate", "muted"), LETTERS: ("owner",), NEWS: ("owner",)}
TOLD |= {REPLY: ("rival",), BROUGHT: ("owner",)}
"""Who is told what is not for all."""

DESKS: dict[str, Callable[[str], bool]] = {
    "moderator": lambda model: model == "games.report",
    "editor": lambda model: model.removeprefix("lexicon.") in RIGHTS,
    "admin": lambda model: True,
}
"""Who may open which tables in the admin; all others are asked to log in."""

Ask = Callable[[str, str], tuple[int, str]]
Routes = Iterator[tuple[str, frozenset[str]]]


def routes(patterns: list[Any], spaces: str = "") -> Routes:
    """The names of all addresses, with their parameters."""
    for one in patterns:
        if str(one.pattern) in ELSEWHERE:
            continue
        if isinstance(one, URLPattern):
            yield f"{spaces}{one.name}", frozenset(one.pattern.converters)
        elif isinstance(one, URLResolver):
            yield from routes(
                one.url_patterns, spaces + (f"{one.namespace}:" if one.namespace else "")
            )


ROUTES = dict(routes(get_resolver().url_patterns))


@pytest.fixture(autouse=True)
def _known_draws(settings: Any) -> None:
    settings.TEST_SEED = "who may what"  # Amber's team begins


@pytest.fixture
def scene(match: Room, people: list[Player], client_of: Callable[..., Client]) -> dict[str, str]:
    """A team of two plays against another, all of them there; Amber has a plan, a draft, an
    address and news. Returns what stands in addresses and forms."""
    gallery.forget()
    amber, game = people[0], table_of(match)
    state = store.load(game)
    assert state.to_move == 0
    Player.objects.filter(pk=amber.pk).update(email=LETTERS)
    news = Notice.objects.create(
        player=amber, kind="dispute", text=NEWS, path="/", created_at=timezone.now()
    )
    fern = Player.objects.create(nickname="Fern")
    add_company(match, people)
    for player in people:
        client_of(player).get(f"/r/{match.code}/")
    at = client_of(amber)
    said = {"text": PLAN, "channel": "team", "key": "a-key"}
    assert at.post(f"/r/{match.code}/chat/say", said).status_code == 200
    laid = {"laid": json.dumps([[112, "Q", ""]])}
    assert at.post(f"/r/{match.code}/draft", laid).status_code == 204
    reply = {"game": game.pk, "turn": 0, "guess": REPLY, "answer": "-"}
    assert client_of(people[2]).post(f"/r/{match.code}/replies/", reply).status_code == 200
    wish = keeping.Wish(findings_of(), BROUGHT, None)
    brought = keeping.keep(amber, wish, timezone.now())
    return {
        "code": match.code,
        "game_id": str(game.pk),
        "record_id": str(brought.pk),
        "message": str(Message.objects.get().pk),
        "notice": str(news.pk),
        "player_id": str(amber.pk),
        "badge": badge_of(str(fern.pk), match.code),
        "tile": state.tile_set.write(state.seats[0].rack[:1]),
        "name": "Amber",
        "token": "not-a-token",
        "thought_id": str(UUID(int=0)),
        "quiz_id": str(UUID(int=0)),
        "variant": "scrabble",
        "language": "en",
        "speed": "untimed",
        "slug": "few",
        "puzzle_id": str(keep(match.lexicon)[0].pk),
        "kind": "best",
    }


def add_company(match: Room, people: list[Player]) -> None:
    """Whoever is there besides the four, and Fern."""
    ochre, now = make_member(ACCOUNTS["muted"]), timezone.now()
    slate = Player.objects.create(nickname=GUESTS["invited"])
    for player, team in ((ochre, 0), (slate, 1)):
        invite(match.code, people[0], player.nickname, now, team)
    sit(match.code, ochre, 0, now)
    impose(ochre, Sanction.Kind.MUTE, "Rude words", now, until=now + timedelta(days=1))
    for role, group in (("moderator", MODERATORS), ("editor", EDITORS)):
        account = User.objects.create_user(ACCOUNTS[role], is_staff=True)
        account.groups.add(Group.objects.get(name=group))
    User.objects.create_superuser(ACCOUNTS["admin"])


@pytest.fixture
def ask(scene: dict[str, str], client_of: Callable[..., Client]) -> Ask:
    """``ask("rival", "POST games:pass")``: the status and all that is told. Nothing is kept."""

    def asking(who: str, what: str) -> tuple[int, str]:
        method, name = what.split()
        fields = {key: str(value).format(**scene) for key, value in FIELDS.get(name, {}).items()}
        with transaction.atomic():
            client = client_of(Player.objects.get(nickname=GUESTS[who]) if who in GUESTS else None)
            if account := ACCOUNTS.get(who):
                client.force_login(User.objects.get(username=account))
            send = client.post if method == "POST" else client.get
            answer = send(address_of(name, scene), fields)
            transaction.set_rollback(True)
        if method == "POST" and answer.status_code < 400:  # what it changed has not been
            gallery.forget()
            forget_scenes()
        told = answer.content.decode(errors="replace")  # a picture is no text
        return answer.status_code, f"{answer.headers}{told}"

    return asking


def address_of(name: str, scene: dict[str, str]) -> str:
    """The address with what stands in its parameters; numbers are of Amber's message and news."""
    number = {"chat": scene["message"], "repo": scene["message"], "move": "0"}
    values = scene | {"number": number.get(name.split(":")[-1][:4], scene["notice"])}
    return reverse(name, kwargs={one: values[one] for one in ROUTES[name]})


def test_every_address_is_in_the_table() -> None:
    assert {what.split()[1] for what in ACCESS} == ROUTES.keys()
    assert FIELDS.keys() <= ROUTES.keys()


@pytest.mark.parametrize("who", WHO)
def test_everybody_may_what_the_table_says(ask: Ask, who: str) -> None:
    wrong, found = {}, set()
    for what in ACCESS:
        status, told = ask(who, what)
        if status != expected(what, who):
            wrong[what] = status
        for secret, few in TOLD.items():
            assert who in few or secret not in told, f"{what} tells: {secret}"
            found |= {secret} if secret in told else set()
    assert not wrong
    assert found == {secret for secret, few in TOLD.items() if who in few}


def test_every_socket_tells_each_their_own(scene: dict[str, str]) -> None:
    """Chat reaches the team alone; what else is not for all, no socket tells."""
    heard = set()
    for who in WHO:
        player = Player.objects.filter(nickname={**GUESTS, **ACCOUNTS}.get(who, "")).first()
        viewer = str(player.pk) if player else ""
        for kind in all_kinds():
            if kind.key_of and not viewer:
                continue
            key = viewer if kind.key_of else scene["code"] if "key" in kind.address else ""
            told = Shown(Topic(kind.name, key), kind.read(key)).text_for(viewer)
            for secret, few in TOLD.items():
                assert who in few or secret not in told, f"{kind.name} tells {who}: {secret}"
                heard |= {(who, secret)} if secret in told else set()
    assert heard >= {(who, PLAN) for who in TEAM}


def test_anothers_news_stays_unread(scene: dict[str, str]) -> None:
    for what in ("read_one", "read_all"):
        client = Client()
        client.force_login(User.objects.get(username="Jade"))
        assert client.post(address_of(f"games:{what}", scene)).status_code == 302
    assert Notice.objects.get(pk=scene["notice"]).read_at is None


@pytest.mark.parametrize("who", WHO)
def test_the_admin_is_for_whom_it_names(scene: dict[str, str], who: str) -> None:
    client = Client()
    if account := ACCOUNTS.get(who):
        client.force_login(User.objects.get(username=account))
    for model in admin.site._registry:
        name = model._meta.label_lower
        status = client.get(reverse(f"admin:{name.replace('.', '_')}_changelist")).status_code
        allowed = DESKS[who](name) if who in DESKS else None
        assert status == (302 if allowed is None else 200 if allowed else 403), name


@pytest.mark.parametrize("refused_by", ["csrf", "limit", "view"])
def test_whoever_is_refused_is_nobody_yet(
    scene: dict[str, str], limited: Callable[..., None], settings: Any, refused_by: str
) -> None:
    """Nobody becomes a guest by what was not done."""
    if refused_by == "limit":
        limited(**dict.fromkeys(settings.RATES, "1/1 hour | 1/1 hour"))
    refused = 0
    for what in (one for one in ACCESS if one.startswith("POST")):
        name = what.split()[1]
        fields = {key: str(value).format(**scene) for key, value in FIELDS.get(name, {}).items()}
        with transaction.atomic():
            rates.forget()
            for _ in range(2 if refused_by == "limit" else 1):
                people = Player.objects.count()
                client = Client(enforce_csrf_checks=refused_by == "csrf")
                status = client.post(address_of(name, scene), fields).status_code
            assert status < 400 or Player.objects.count() == people, what
            refused += status >= 400
            transaction.set_rollback(True)
    assert refused > 40
