"""Rooms are locked before people, and people before their related rows.

The tests cover visitors who become members, come and go, or are edited in the admin. A second
PostgreSQL session acts as someone who sits down, moves, or deletes an account at that moment: it
takes its locks in that order while the first request waits.
"""

import pytest

from tests.live.client import Answer, Visitor, make_command_key
from tests.live.live_table import Table
from tests.live.lock_sessions import (
    Statement,
    act_beside,
    act_unhindered,
    ask,
    write,
)
from tests.live.test_secrets import log_in_editor
from tests.site_processes import Site

PASSWORD = "seven brown tiles"
SEATED = """
SELECT h.player_id FROM games_holder h JOIN games_seat s ON s.id = h.seat_id
JOIN games_game g ON g.id = h.game_id JOIN games_room r ON r.id = g.room_id
WHERE r.code = %s AND s.number = %s
"""
ROOM = "SELECT id FROM games_room WHERE code = %s FOR UPDATE"
PEOPLE = "SELECT id FROM games_player WHERE id = ANY(%s) ORDER BY id FOR UPDATE"


@pytest.fixture(scope="module")
def admin(scaled_site: Site) -> Visitor:
    return log_in_editor(scaled_site)


@pytest.fixture
def table(scaled_site: Site) -> Table:
    return Table(scaled_site)


def sign_up(visitor: Visitor) -> str:
    """Make a visitor a member and return the e-mail address."""
    email = f"{make_command_key()}@tiles.example"
    name = f"M {make_command_key()[:8]}"
    answer = visitor.post(
        "/accounts/signup/", htmx=False, nickname=name, email=email, password1=PASSWORD
    )
    assert answer.status == 302, answer.text
    visitor.token = ""
    return email


def player_at(table: Table, seat: int) -> object:
    return ask(table.site, SEATED, table.code, seat)


def user_of(table: Table, seat: int) -> int:
    player = player_at(table, seat)
    return int(ask(table.site, "SELECT user_id FROM games_player WHERE id = %s", player))


def locked_room(table: Table) -> Statement:
    return ROOM, [table.code]


def locked_people(*players: object) -> Statement:
    return PEOPLE, [list(players)]


def test_signing_up_during_a_move_does_not_deadlock(table: Table) -> None:
    guest = player_at(table, 0)
    act_beside(
        table.site,
        lambda: sign_up(table.people[0]),
        locked_room(table),
        locked_people(guest),
    )
    assert user_of(table, 0)
    assert player_at(table, 0) == guest


def test_merging_a_guest_into_a_member_does_not_deadlock(table: Table) -> None:
    elsewhere, here = Visitor(table.site.webs[0]), table.people[0]
    email, guest = sign_up(elsewhere), player_at(table, 0)
    asked = (
        "SELECT p.id FROM games_player p JOIN auth_user u ON u.id = p.user_id WHERE u.email = %s"
    )
    member = ask(table.site, asked, email)
    answer = act_beside(
        table.site,
        lambda: here.post("/accounts/login/", htmx=False, login=email, password=PASSWORD),
        locked_room(table),
        locked_people(guest, member),
    )
    assert answer.status == 302, answer.text
    assert player_at(table, 0) == member


@pytest.mark.parametrize("path", ["/accounts/logout/", "/settings/sessions/end/"])
def test_logging_out_during_a_move_does_not_deadlock(table: Table, path: str) -> None:
    sign_up(table.people[0])
    answer = act_beside(
        table.site,
        lambda: table.people[0].post(path, htmx=False),
        locked_room(table),
        locked_people(player_at(table, 0)),
    )
    assert answer.status == 302, answer.text


def test_a_new_notification_does_not_delay_its_player(table: Table) -> None:
    sign_up(host := table.people[0])
    held = ("SELECT id FROM games_player WHERE id = %s FOR KEY SHARE", [player_at(table, 0)])
    opened = act_unhindered(table.site, lambda: Table._open(table, 2), held)
    assert opened != table.code
    answer = act_unhindered(table.site, lambda: host.post("/accounts/logout/", htmx=False), held)
    assert answer.status == 302


LONG_AWAY = """
UPDATE games_holder SET seen_at = now() - interval '11 minutes' WHERE player_id = %s
"""
HELD = "SELECT id FROM games_holder WHERE player_id = %s FOR UPDATE"
GAME = """
SELECT g.id FROM games_game g JOIN games_room r ON r.id = g.room_id
WHERE r.code = %s FOR UPDATE OF g
"""


def test_returning_to_a_room_during_a_move_does_not_deadlock(table: Table) -> None:
    player = player_at(table, 0)
    write(table.site, LONG_AWAY, player)
    answer = act_beside(
        table.site,
        lambda: table.people[0].get(table.path),
        locked_room(table),
        (GAME, [table.code]),
        (HELD, [player]),
    )
    assert answer.status == 200


def note(site: Site, script: str) -> str:
    """Run what the hub of another process does regularly."""
    imports = "from django.utils.timezone import now; "
    imports += "from games.play.services.presence import record_presence; "
    imports += "from games.people.services.presence import record_members_present; "
    return site.run(imports + script)


def test_recording_presence_in_several_rooms_does_not_deadlock(scaled_site: Site) -> None:
    first, second = Table(scaled_site), Table(scaled_site)
    people = {table.code: player_at(table, 0) for table in (first, second)}
    for player in people.values():
        write(scaled_site, LONG_AWAY, player)
    here = {code: {str(player): True} for code, player in reversed(people.items())}
    act_beside(
        scaled_site,
        lambda: note(scaled_site, f"record_presence({here!r}, now())"),
        locked_room(first),
        locked_room(second),
        (HELD, [people[second.code]]),
    )
    seen = "SELECT seen_at > now() - interval '1 minute' FROM games_holder WHERE player_id = %s"
    assert all(ask(scaled_site, seen, player) for player in people.values())


LEFT = """
INSERT INTO games_notice (player_id, room_id, path, kind, text, created_at)
SELECT %s, id, '', 'seated', '', now() - interval '1 minute' FROM games_room WHERE code = %s
"""


def test_recording_presence_does_not_wait_for_notifications(table: Table) -> None:
    player = player_at(table, 0)
    for _ in range(2):
        write(table.site, LEFT, player, table.code)
    newest = "SELECT max(id) FROM games_notice WHERE player_id = %s"
    held = ask(table.site, newest, player)
    here = {table.code: {str(player): True}}
    act_unhindered(
        table.site,
        lambda: note(table.site, f"record_presence({here!r}, now())"),
        ("SELECT id FROM games_notice WHERE id = %s FOR UPDATE", [held]),
    )
    unread = "SELECT array_agg(id) FROM games_notice WHERE player_id = %s AND read_at IS NULL"
    assert ask(table.site, unread, player) == [held], "it is left to its writer"


def test_member_presence_is_written_in_one_order(scaled_site: Site) -> None:
    table = Table(scaled_site)
    for visitor in table.people:
        sign_up(visitor)
    low, high = sorted(str(player_at(table, seat)) for seat in range(2))
    note(scaled_site, f"record_members_present([{low!r}, {high!r}], now())")
    write(scaled_site, "UPDATE games_presence SET seen_at = now() - interval '1 hour'")
    # An unsorted query would return the most recently written row last.
    write(scaled_site, "UPDATE games_player SET email = email WHERE id = %s", low)
    presence = "SELECT player_id FROM games_presence WHERE player_id = %s FOR UPDATE"
    act_beside(
        scaled_site,
        lambda: note(scaled_site, f"record_members_present([{high!r}, {low!r}], now())"),
        (presence, [low]),
        (presence, [high]),
    )
    fresh = "SELECT seen_at > now() - interval '1 minute' FROM games_presence WHERE player_id = %s"
    assert ask(scaled_site, fresh, high)


def test_disabling_an_account_during_a_move_does_not_deadlock(table: Table, admin: Visitor) -> None:
    sign_up(table.people[0])
    user = user_of(table, 0)
    name = ask(table.site, "SELECT username FROM auth_user WHERE id = %s", user)
    fields = {"username": name, "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    answer = act_beside(
        table.site,
        lambda: admin.post(f"/admin/auth/user/{user}/change/", htmx=False, **fields),
        locked_room(table),
        locked_people(player_at(table, 0)),
        ("SELECT id FROM auth_user WHERE id = %s FOR UPDATE", [user]),
    )
    assert answer.status == 302, answer.text
    assert not ask(table.site, "SELECT is_active FROM auth_user WHERE id = %s", user)
    assert "Log out" not in table.people[0].get("/settings/").text


def change(admin: Visitor, player: object, **fields: str) -> Answer:
    return admin.post(f"/admin/games/player/{player}/change/", htmx=False, **fields)


def test_renaming_a_player_in_the_admin_does_not_deadlock(table: Table, admin: Visitor) -> None:
    player, name = player_at(table, 0), f"N {make_command_key()[:8]}"
    answer = act_beside(
        table.site,
        lambda: change(admin, player, nickname=name),
        locked_room(table),
        locked_people(player),
    )
    assert answer.status == 302, answer.text
    bundle = table.people[1].get(table.path + "bundle").text
    assert name in bundle
    refused = change(admin, player, nickname=table.people[1].name)
    assert refused.status == 200
    assert "errorlist" in refused.text


def test_the_admin_writes_only_changed_columns(table: Table, admin: Visitor) -> None:
    """A session that is ended while the form is saved stays ended."""
    player = player_at(table, 0)
    epoch = "SELECT epoch FROM games_player WHERE id = %s"
    before = ask(table.site, epoch, player)
    answer = act_beside(
        table.site,
        lambda: change(
            admin,
            player,
            nickname=table.people[0].name,
            muted_until_0="2030-01-01",
            muted_until_1="12:00:00",
        ),
        ("UPDATE games_player SET epoch = epoch + 1 WHERE id = %s", [player]),
    )
    assert answer.status == 302, answer.text
    assert ask(table.site, epoch, player) == before + 1
    assert ask(table.site, "SELECT muted_until FROM games_player WHERE id = %s", player)


def test_settling_a_report_does_not_deadlock(table: Table, admin: Visitor) -> None:
    player = player_at(table, 0)
    sent = {"reason": "name", "words": "Look at that."}
    assert table.people[1].post(f"/report/{player}/", htmx=False, **sent).status == 200
    report = ask(table.site, "SELECT max(id) FROM games_report WHERE about_id = %s", player)
    decided = {"verdict": "mute", "words": "Be kind.", "hours": 24}
    answer = act_beside(
        table.site,
        lambda: admin.post(
            f"/admin/games/moderationreport/{report}/change/", htmx=False, **decided
        ),
        locked_people(player),
        ("SELECT id FROM games_report WHERE id = %s FOR UPDATE", [report]),
    )
    assert answer.status == 302, answer.text
    assert ask(table.site, "SELECT state FROM games_report WHERE id = %s", report) == "settled"
