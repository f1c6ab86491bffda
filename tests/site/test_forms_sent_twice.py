"""Forms sent twice: each has a key and creates one row, or is harmless."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.api.models import ApiToken
from games.broadcasts.models import AnnotatedGame
from games.chat.models import Message
from games.clubs.models import Club, ClubMatch, ClubMessage, ClubNight, ClubSeason
from games.clubs.services.clubs import create_club
from games.clubs.terms.settings import ClubSettings
from games.duplicate.models import DuplicateGame
from games.events.models import Event
from games.leagues.models import League
from games.play.models import Room, SeatMember
from games.play.services.room_settings import RoomSettings
from games.play.services.rooms import open_room
from games.players.models import Player
from games.rules.positions.variants import get_variant
from games.study.models import Quiz, StudyList
from lexicon.models import Lexicon
from tests.api.conftest import enrol
from tests.live.access_table import ACCESS
from tests.lobby.test_room_opening import COMPUTER, ROOM
from tests.play.conftest import _no_graphs_of_other_tests, lexicon, open_table, people
from tests.site.repeatable_forms import REPEATS

__all__ = ["_no_graphs_of_other_tests", "lexicon", "open_table", "people"]


class Creation(NamedTuple):
    """A form that creates rows of ``model``. Arguments of its address are names in ``objects``."""

    model: type[Model]
    fields: dict[str, Any]
    args: tuple[str, ...] = ()
    rows: int = 1


ONCE_ANYWAY = {"games:begin_quiz", "games:invite_member"}
"""One quiz at a time, one open invitation of the same player: another form creates no second."""

STUDY = {"dictionary": "few"}
DUPLICATE = {"variant": "scrabble", "lexicon": "few", "format": "standard"}
EVENT = {"title": "Cup", "variant": "scrabble", "lexicon": "few", "table_size": 2, "rounds": 3}
EVENT |= {"method": "swiss", "entry": "anyone", "challenge": "double", "on_boards": "on"}
LEAGUE = {"title": "Slow", "variant": "scrabble", "lexicon": "few", "challenge": "double"}
LEAGUE |= {"turn_days": "2", "sign_up_days": "7", "season_days": "60", "break_days": "7"}
CLUB = {"title": "Spellers", "zone": "Europe/Berlin", "joining": "free"}
NIGHT: dict[str, Any] = {"title": "Tuesday night", "weekday": 1, "begins_at": "19:00"}
NIGHT |= {"recurs": "weeks-1", "first_day": "2026-01-01", "days_before": 5}
NIGHT |= {
    "variant": "scrabble",
    "lexicon": "few",
    "table_size": 2,
    "method": "swiss",
    "rounds": 1,
    "challenge": "double",
}
NIGHT |= {"clock": "25+0/5", "on_boards": "on"}
SEASON: dict[str, Any] = {"title": "Spring", "points": "10 8 6", "attendance": 1}
SEASON |= {"first_day": "2026-01-01", "last_day": "2026-05-31"}
CLUB_MATCH: dict[str, Any] = {"boards": 2, "variant": "scrabble", "lexicon": "few"}
CLUB_MATCH |= {"challenge": "double", "clock": "25+0/5", "opponent": "opponents"}
ONE_DEVICE = {"other_1": "Moss", "lexicon": "few", "challenge": "void"}

RULES = {"lexicon": "few", "challenge": "void", "clock": "none"}
MATCH = {"opponents": "people", "level": "3", **RULES}

ANNOTATED = {"variant": "scrabble", "lexicon": "few", "name_0": "Moss", "name_1": "Wren"}

CREATES = {
    "games:create_room": Creation(Room, ROOM),
    "games:create_duplicate": Creation(DuplicateGame, DUPLICATE),
    "games:create_event": Creation(Event, EVENT),
    "games:create_league": Creation(League, LEAGUE),
    "games:annotate_game": Creation(AnnotatedGame, ANNOTATED),
    "games:create_club": Creation(Club, CLUB),
    "games:plan_club_night": Creation(ClubNight, NIGHT, ("club",)),
    "games:add_club_season": Creation(ClubSeason, SEASON, ("club",)),
    "games:offer_club_match": Creation(ClubMatch, CLUB_MATCH, ("club",)),
    "games:play_friend": Creation(Room, {}),
    "games:one_device": Creation(Room, ONE_DEVICE),
    "games:new_swapped_match": Creation(Room, MATCH, rows=2),
    "games:play_computer": Creation(Room, COMPUTER),
    "games:play_now": Creation(SeatMember, {}),
    "games:invite_member": Creation(Room, {}, ("member",)),
    "games:tokens": Creation(ApiToken, {"name": "Engine", "scopes": "play", "bot": "Umber"}),
    "games:begin_quiz": Creation(Quiz, {**STUDY, "kind": "judge", "words": "probable"}),
    "games:add_word_list": Creation(StudyList, {**STUDY, "name": "Mine", "text": "at"}),
    "games:send_message": Creation(Message, {"text": "hello", "channel": "room"}, ("room",)),
    "games:send_club_message": Creation(ClubMessage, {"text": "hello"}, ("club",)),
}
"""Forms that create something. They are sent with a key."""

CHATS = ("games:send_message", "games:send_club_message")

OUTSIDE = ("account_", "mfa_", "admin:")
"""Addresses of Django and allauth, which handle repeated forms themselves."""

OWN_ADDRESS = {
    "account/password_change.html": "allauth",
    "account/request_login_code.html": "allauth",
    "mfa/webauthn/authenticator_confirm_delete.html": "allauth",
    "mfa/webauthn/edit_form.html": "allauth",
    "admin/lexicon/pieces/answer_form.html": "a dispute is answered once",
    "admin/lexicon/pieces/language_row.html": "a package has one import at a time",
    "admin/lexicon/restore.html": "the form names the revision that it follows",
    "admin/lexicon/upload.html": "an import changes nothing until it is confirmed",
    "admin/moderation/pieces/decision.html": "a report is settled once",
    "games/accounts/delete.html": "games:delete_account",
    "games/accounts/follow_device_link.html": "games:follow_device_link",
    "games/accounts/notification_settings.html": "games:notification_settings",
    "games/events/join_team.html": "games:join_team",
    "games/lobby/invite.html": "games:invite_member",
    "games/mail/confirm_link.html": "games:confirm_address",
    "games/moderation/report_player.html": "games:report_person",
    "games/play/days_off.html": "games:days_off",
    "lexicon/dispute.html": "lexicon:dispute",
}
"""Templates with a form that is sent to the page's own address: which address that is or, for
staff, why it may be repeated.
"""

MANY_ADDRESSES = {
    "games/clubs/club_form.html": {
        *("games:create_club", "games:plan_club_night", "games:add_club_season"),
        "games:offer_club_match",
    },
}
"""Templates with a form that several addresses show and take."""

TEMPLATES = Path(settings.BASE_DIR) / "templates"
POST_FORM = re.compile(r"<form\b(?=[^>]*method=\"post\").*?</form>", re.DOTALL)
ADDRESS = re.compile(
    r"(?:formaction|hx-post|data-post|data-command)=[\"']{% url [\"']([\w:]+)[\"']"
)
ACTION = re.compile(r"^<form\b[^>]*?\baction=\"{% url \"([\w:]+)\"", re.DOTALL)
HAS_ACTION = re.compile(r"^<form\b[^>]*?\baction=\"", re.DOTALL)


def list_forms() -> list[tuple[str, str]]:
    """Return the POST forms of all templates, with the name of the template."""
    return [
        (str(path.relative_to(TEMPLATES)), form)
        for path in sorted(TEMPLATES.rglob("*.html"))
        for form in POST_FORM.findall(path.read_text())
    ]


def is_listed(name: str) -> bool:
    return name in CREATES or name in REPEATS or name.startswith(OUTSIDE)


def test_every_address_that_takes_forms_is_listed_once() -> None:
    posts = {what.removeprefix("POST ") for what in ACCESS if what.startswith("POST ")}
    pages = {name for name in posts if not name.startswith("games:api:")}
    assert pages - CREATES.keys() - REPEATS.keys() == set()
    assert not CREATES.keys() & REPEATS.keys()
    for name in {*CREATES, *REPEATS} - pages:
        assert f"GET {name}" in ACCESS, f"{name} is gone"


def test_every_form_and_button_of_a_template_is_listed() -> None:
    sent = {
        (path.name, name)
        for path in TEMPLATES.rglob("*.html")
        for name in ADDRESS.findall(path.read_text())
    }
    sent |= {(path, name) for path, form in list_forms() for name in ACTION.findall(form)}
    assert len(sent) > 80, "the templates are not written as this test reads them"
    assert [one for one in sorted(sent) if not is_listed(one[1])] == []


def test_forms_to_their_own_address_are_listed() -> None:
    found = {path for path, form in list_forms() if not HAS_ACTION.match(form)}
    assert found == OWN_ADDRESS.keys()


@pytest.mark.parametrize("name", [name for name in CREATES if name not in CHATS])
def test_a_form_that_creates_something_has_a_key(name: str) -> None:
    """Messages of the chat get theirs from the page's script."""
    forms = [
        form
        for path, form in list_forms()
        if OWN_ADDRESS.get(path) == name
        or name in MANY_ADDRESSES.get(path, ())
        or f'{{% url "{name}"' in form
    ]
    if name in ("games:play_now", "games:play_computer"):  # buttons of the lobby's form
        forms = [form for path, form in list_forms() if path == "games/lobby/lobby.html"]
    assert forms
    for form in forms:
        assert '<input type="hidden" name="key" value="{{ key }}">' in form


@pytest.fixture
def objects(
    open_table: Callable[..., Room], people: list[Player], lexicon: Lexicon
) -> dict[str, Any]:
    """Return a member's browser, a room with a seat of theirs, and two where they could sit."""
    member, other, *hosts = people
    for player in (member, other):
        enrol(player)
    room = open_table(started=False)
    options = get_variant("scrabble").options()
    for host in hosts:
        open_room(host, RoomSettings("scrabble", "en", lexicon, 2, options), timezone.now())
    assert member.user is not None
    browser = Client()
    browser.force_login(member.user)
    now = timezone.now()
    club = create_club(member, ClubSettings("Own spellers"), "", now)
    opponents = create_club(other, ClubSettings("Opponents"), "", now)
    Club.objects.filter(pk=opponents.pk).update(code="opponents")
    return {"browser": browser, "room": room.code, "member": other.pk, "club": club.code}


@pytest.mark.django_db
@pytest.mark.parametrize("name", CREATES)
def test_a_form_sent_twice_creates_one_thing(objects: dict[str, Any], name: str) -> None:
    form = CREATES[name]
    address = reverse(name, args=[objects[arg] for arg in form.args])

    def send(key: str) -> Any:
        answer = objects["browser"].post(address, form.fields | {"key": key})
        assert answer.status_code < 400, answer.content.decode()[:2000]
        return answer

    before = form.model._base_manager.count()
    answers = [send("one form") for _press in range(2)]
    assert form.model._base_manager.count() == before + form.rows
    assert len({answer.headers.get("Location") for answer in answers}) == 1
    tokens = [re.findall(r"tileroom_[\w-]{43}", answer.content.decode()) for answer in answers]
    assert tokens[0] == tokens[1], "whichever answer the browser shows has the token"
    send("another form")
    assert form.model._base_manager.count() == before + form.rows * (
        1 if name in ONCE_ANYWAY else 2
    )
