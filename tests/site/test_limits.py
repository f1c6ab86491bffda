"""Each kind of action is limited by player and by address; a refusal says when to try again."""

import html
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver
from limits.errors import StorageError

from games.common import rate_limits
from games.common.circuit_breaker import CircuitBreaker
from games.common.client_addresses import get_client_network
from games.common.token_buckets import MAX_BUCKETS, TokenBuckets
from games.mail.models import OutgoingMail
from games.play.models import Room
from games.play.perspective.wording import REFUSAL_TEXTS, TOO_SOON_TEXT
from games.play.services import seats
from games.players.models import Player
from scrabble_site.conf import env
from scrabble_site.limits.table import CONCURRENCY_LIMITS, RATE_LIMITS
from scrabble_site.shared.refusals import TooManyRequests
from tests.live.visitors import ROUTES, _known_draws, address_of, site_ids
from tests.play.conftest import *  # noqa: F403
from tests.play.conftest import NOON

__all__ = ["_known_draws", "site_ids"]

HTMX, PART = {"HTTP_HX_REQUEST": "true"}, {"HX-Request": "true"}
REPORT, NAME = "/report/%s/", {"reason": "name"}


def open_room(client: Client, lexicon, opponent: str = "", **more: Any):
    fields = {
        "opponent": opponent,
        "variant": "scrabble",
        "seats": "2",
        "lexicon": lexicon.slug,
        "challenge": "single",
        "end_rule": "passes",
        "adjustment": "standard",
        "exchange_minimum": "7",
        "placement": "strict",
    }
    return client.post("/rooms/", fields, **more)


def test_every_limit_names_an_existing_address() -> None:
    known = set()
    for name, (_kind, resolver) in get_resolver().namespace_dict.items():
        known |= {f"{name}:{view}" for view in resolver.reverse_dict if isinstance(view, str)}
    known |= {view for view in get_resolver().reverse_dict if isinstance(view, str)}
    assert not [
        view
        for rate in RATE_LIMITS.values()
        for view in rate.post_views.split()
        if view not in known
    ]


def test_no_two_limits_share_a_variable() -> None:
    assert not RATE_LIMITS.keys() & CONCURRENCY_LIMITS.keys()


def test_a_refused_player_learns_when_to_try_again(limited, people, client_of, lexicon) -> None:
    limited(rooms="1/10 minutes | 9/10 minutes")
    amber, jade = client_of(people[0]), client_of(people[1])
    assert open_room(amber, lexicon).status_code == 302
    refused = open_room(amber, lexicon)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 600
    assert "Too many new rooms. Try again in 10 minutes." in refused.content.decode()
    assert Room.objects.count() == 1
    assert open_room(jade, lexicon).status_code == 302, "others are not held up"


def test_a_limited_action_names_the_time_to_wait(limited, site_ids) -> None:
    """Every action with a separate limit, as a whole page and as part of one."""
    kinds = [
        (name, method, view)
        for name, rate in RATE_LIMITS.items()
        for method, views in (("POST", rate.post_views), ("GET", rate.get_views))
        for view in views.split()
        if view in ROUTES
    ]
    for name, method, view in kinds:
        rate_limits.reset_rate_limits()
        limited(**{name: " | 1/1 hour"})
        path = address_of(view, site_ids)
        Client().generic(method, path)
        for headers in ({}, PART):
            answer = Client(headers=headers).generic(method, path)
            assert answer.status_code == 429, view
            assert 3540 < int(answer["Retry-After"]) <= 3600, view
            said = str(REFUSAL_TEXTS.get(f"{name}.too_soon", TOO_SOON_TEXT)) % {"wait": "1 hour"}
            assert said in html.unescape(answer.content.decode()), view
        limited(**{name: " | "})
    assert len({name for name, _method, _view in kinds}) > 15


def test_an_address_has_a_limit_for_all_its_players(limited, people, client_of, lexicon) -> None:
    limited(rooms="9/10 minutes | 1/10 minutes")
    assert open_room(client_of(people[0]), lexicon).status_code == 302
    assert open_room(client_of(people[1]), lexicon).status_code == 429
    spoofed = {"HTTP_X_FORWARDED_FOR": "192.0.2.7", "HTTP_X_REAL_IP": "192.0.2.7"}
    assert open_room(client_of(people[1]), lexicon, **spoofed).status_code == 429
    assert open_room(client_of(people[1]), lexicon, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_visitor_with_new_identities_is_limited_by_address(limited, open_table, people) -> None:
    limited(chat_of_address=" | 2/1 hour", reports_of_address=" | 2/1 hour")
    room = open_table()
    said = {"text": "hello", "channel": "watchers", "key": "k"}
    for path, sent in ((f"/r/{room.code}/chat/send", said), (REPORT % people[0].pk, NAME)):
        asked = [Client(headers=PART).post(path, sent | {"key": str(n)}) for n in range(3)]
        assert [one.status_code for one in asked] == [200, 200, 429]
        assert "Too many requests." in asked[2].content.decode()
    elsewhere = Client(headers=PART).post(REPORT % people[1].pk, NAME, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 200


def test_an_invitation_limit_of_a_new_room_names_the_time_to_wait(
    limited, people, client_of, lexicon
) -> None:
    limited(invited="1/1 hour | ")
    amber = client_of(people[0])
    made = [open_room(amber, lexicon, "Jade") for _ in range(2)]
    assert [one.status_code for one in made] == [302, 429]
    assert int(made[1]["Retry-After"]) > 3000


def test_too_many_moves_are_refused_in_the_room(limited, open_table, people, client_of) -> None:
    limited(moves="1/1 hour | ")
    room = open_table()
    amber = client_of(people[0])
    sent = [amber.post(f"/r/{room.code}/pass", {}, **HTMX) for _ in range(2)]
    assert [one.status_code for one in sent] == [422, 429]
    said = html.unescape(sent[1].content.decode())
    assert '<div id="_message"' in said
    assert "You're moving too fast. Try again in 1 hour." in said
    assert int(sent[1]["Retry-After"]) > 3000


def test_addresses_without_their_own_limit_share_one(
    limited, open_table, people, client_of
) -> None:
    limited(other_commands="2/1 hour | ")
    path, amber = f"/r/{open_table().code}", client_of(people[0])
    sent = [
        amber.post(f"{path}/{command}", {}, **HTMX) for command in ("host/lock", "team", "doors")
    ]
    assert [one.status_code for one in sent][2] == 429
    assert 429 not in [one.status_code for one in sent][:2]


def test_guesses_at_the_admin_are_counted_by_account_and_address_together(limited, db) -> None:
    User.objects.create_superuser("editor", "editor@tiles.example", "seven brown tiles")
    limited(guesses="3/5 minutes | ", guesses_of_account="9/1 hour | ", log_in=" | 5/5 minutes")

    def guess(name: str, password: str, address: str, browser: Client | None = None) -> int:
        said = {"username": name, "password": password}
        client = browser or Client()
        return client.post("/admin/login/", said, REMOTE_ADDR=address).status_code

    own = Client()
    assert guess("editor", "seven brown tiles", "203.0.113.9", own) == 302
    own.post("/admin/logout/")
    assert [guess("editor", f"wrong {n}", "192.0.2.1") for n in range(4)] == [200] * 3 + [429]
    assert guess("Editor", "seven brown tiles", "192.0.2.1") == 429, "the right one as well"
    assert guess("editor", "wrong", "192.0.2.2") == 200, "others are not locked out"
    for n in range(3, 8):
        guess("editor", "wrong", f"192.0.2.{n}")
    assert guess("editor", "seven brown tiles", "192.0.2.9") == 429, "too many from everywhere"
    assert guess("editor", "seven brown tiles", "192.0.2.9", own) == 302, "but for own browsers"
    letter = OutgoingMail.objects.get()
    assert letter.to == "editor@tiles.example"
    assert "trying to log in" in letter.subject
    many = [guess(f"name {n}", "wrong", "198.51.100.7") for n in range(6)]
    assert many == [200] * 5 + [429], "for any account"
    spoofed = Client().post(
        "/admin/login/", REMOTE_ADDR="198.51.100.7", HTTP_X_FORWARDED_FOR="203.0.113.5"
    )
    assert spoofed.status_code == 429


def test_other_log_ins_share_the_limit_of_an_address(limited, db) -> None:
    limited(log_in=" | 2/5 minutes")
    asked = {"login": "jade@tiles.example", "password": "wrong"}
    answers = [Client().post("/accounts/login/", asked).status_code for _ in range(2)]
    answers.append(Client().post("/admin/login/", {"username": "editor"}).status_code)
    assert answers == [200, 200, 429]


@pytest.mark.parametrize(
    "path",
    [
        "/admin/login/",
        "/accounts/login/",
        "/accounts/login/code/confirm/",
        "/accounts/reauthenticate/",
        "/accounts/password/change/",
        "/accounts/password/reset/key/1-a-key/",
        "/accounts/keys/webauthn/login/",
    ],
)
def test_credential_checks_are_limited_by_address(limited, db, path: str) -> None:
    """Mailed codes and links, passkeys and passwords alike, even with a new browser each time."""
    limited(log_in=" | 2/5 minutes")
    answers = [Client().post(path, {"code": f"{n}"}).status_code for n in range(3)]
    assert 429 not in answers[:2]
    assert answers[2] == 429
    assert Client().post(path, REMOTE_ADDR="192.0.2.7").status_code != 429


def test_invitations_of_one_player_are_limited(limited, open_table, people, client_of) -> None:
    limited(invited="1/1 hour | ")
    Player.objects.create(nickname="Fern")
    rooms = [open_table(seats=3, started=False) for _ in range(2)]
    for room in rooms:
        seats.leave_seat(room.code, people[2], NOON)
    amber = client_of(people[0])
    sent = [amber.post(f"/r/{room.code}/invite", {"name": "Fern"}, **HTMX) for room in rooms]
    assert [one.status_code for one in sent] == [200, 429]
    assert "has received many invitations" in sent[1].content.decode()


def test_ipv6_is_counted_by_its_network() -> None:
    assert get_client_network("2001:db8:0:1::7") == get_client_network("2001:db8:0:1:ffff::9")
    assert get_client_network("2001:db8:0:1::7") != get_client_network("2001:db8:0:2::7")
    assert get_client_network("::ffff:192.0.2.7") == get_client_network("192.0.2.7")
    assert get_client_network("fe80::1%eth0") == get_client_network("fe80::2")
    assert get_client_network("no address") == "no address"


def test_a_bucket_refills_evenly() -> None:
    now = 0.0
    bucket = TokenBuckets(4, 2.0, lambda: now)
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0]
    assert bucket.take("a") == pytest.approx(0.5)
    assert bucket.take("b") == 0
    now = 0.5
    assert bucket.take("a") == 0
    assert bucket.take("a") == pytest.approx(0.5), "refused ones are not counted"
    now = 9.0
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0]


def test_buckets_stay_small_with_many_clients() -> None:
    bucket = TokenBuckets(2, 1000.0, lambda: 0.0)
    for number in range(3 * MAX_BUCKETS):
        bucket.take(number)
    assert len(bucket._full_at) <= MAX_BUCKETS


def test_without_redis_each_process_counts(limited, settings, monkeypatch) -> None:
    """Redis is then left alone for a while, so that requests do not wait for it again and again."""
    asked, back = [], Event()
    monkeypatch.setattr(rate_limits, "shared_redis", CircuitBreaker("Redis", back.wait, rest=0))

    class Away:
        def hit(self, *_args: object) -> bool:
            asked.append(1)
            raise StorageError(OSError("no answer"))

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(rate_limits, "_limiter", Away)
    limited(names="2/1 hour | ")
    try:
        for _ in range(2):
            rate_limits.enforce_rate_limit("names", player="amber")
        with pytest.raises(TooManyRequests):
            rate_limits.enforce_rate_limit("names", player="amber")
    finally:
        back.set()
        monkeypatch.undo()
    assert len(asked) == 1


@pytest.mark.parametrize("text", ["often", "5/3 fortnights", "1/1 hour|2/1 hour|3/1 hour"])
def test_an_invalid_figure_is_named(monkeypatch, text: str) -> None:
    monkeypatch.setenv("LIMIT_CHAT", text)
    with pytest.raises(Exception, match="LIMIT_CHAT"):
        env.read_rate("LIMIT_CHAT", "", "")
