"""What is told how: the page of switches, the short form, and what services make of it."""

import pytest
from django.test import Client

from games.players.models import Player, Telling
from games.players.services import tellings
from games.players.services.tellings import OFFERED, Channel, Kind, kind_of, wants

pytestmark = pytest.mark.django_db

PAGE = "/settings/told/"
LEAST = {"volume": "40"}


@pytest.fixture
def jade() -> Player:
    return Player.objects.create(nickname="Jade")


@pytest.fixture
def browser(jade: Player, client_of) -> Client:
    return client_of(jade)


def test_a_stranger_has_nothing_to_choose(client: Client) -> None:
    assert "Sit down at a table first" in client.get(PAGE).content.decode()
    assert client.post(PAGE, LEAST).status_code == 200
    assert client.post(f"{PAGE}sound/", LEAST).status_code == 403
    assert not Player.objects.exists()


def test_what_was_chosen_is_kept_and_shown(browser, jade) -> None:
    sent = LEAST | {"turn": ["mail", "sound"], "sounds": "on", "mail_hours": ["18", "8"]}
    assert browser.post(PAGE, sent | {"zone": "Europe/Vienna"}).status_code == 302
    kept = Telling.objects.get(player=jade)
    assert kept.chosen["turn"] == ["sound", "mail"]
    assert (kept.mail_hours, kept.zone, kept.volume) == ([8, 18], "Europe/Vienna", 40)
    assert wants(jade, "turn", "mail")
    assert not wants(jade, "turn", "push")
    assert not wants(jade, "invitation", "mail"), "nothing was chosen there"
    page = browser.get(PAGE).content.decode()
    assert '<option value="Europe/Vienna" selected>' in page
    assert page.split("<main")[1].split("</main>")[0].count(" checked") == 5


def test_without_a_choice_the_defaults_hold(jade) -> None:
    assert wants(jade, "turn", "sound")
    assert wants(jade, "low_time", "sound")
    assert wants(jade, "reminder", "mail")
    assert not wants(jade, "result", "sound")
    assert not Telling.objects.exists()


def test_one_switch_silences_all(browser, jade) -> None:
    assert browser.post(f"{PAGE}sound/", {"volume": "30"}).status_code == 204
    jade.refresh_from_db()
    assert not any(wants(jade, kind, Channel.SOUND) for kind in Kind)
    assert wants(jade, "turn", "mail"), "the rest stays as it was"
    assert browser.post(f"{PAGE}sound/", {"volume": "30", "sounds": "on"}).status_code == 204
    assert wants(Player.objects.get(), "turn", "sound")


@pytest.mark.parametrize(
    "odd",
    [
        {"volume": "101"},
        {"volume": "-1"},
        {"volume": "loud"},
        {"volume": ""},
        {"turn": ["smoke"]},
        {"low_time": ["mail"]},
        {"mail_hours": ["24"]},
        {"mail_hours": ["\0"]},
        {"zone": "Mars/Base"},
        {"zone": "../../etc/passwd"},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(browser, odd) -> None:
    answer = browser.post(PAGE, LEAST | odd)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    if "volume" in odd:
        assert browser.post(f"{PAGE}sound/", odd).status_code == 422
    assert not Telling.objects.exists()


def test_every_kind_of_notice_has_its_place() -> None:
    assert kind_of("lapsing") == Kind.REMINDER
    assert kind_of("ended") == Kind.RESULT
    assert kind_of("dispute") is None
    assert OFFERED.keys() == set(Kind)


def test_a_choice_without_a_kind_is_silence(jade) -> None:
    tellings.choose(jade, {}, sounds=True, volume=1, mail_hours=[], zone="")
    assert not any(wants(jade, kind, channel) for kind in Kind for channel in Channel)
