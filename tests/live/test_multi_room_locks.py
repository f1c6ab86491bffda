"""Requests that write to several rooms and to people lock the rooms first, even empty ones.

A second PostgreSQL session acts as someone who is in one of these rooms at that moment.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.live.client import Answer, Visitor, make_command_key
from tests.live.lock_sessions import second_session
from tests.live.test_locks import code_of, open_room, rooms_there
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site


def rename(visitor: Visitor) -> Answer:
    return visitor.post("/name/", htmx=False, name=f"{visitor.name} II")


def leave(visitor: Visitor) -> Answer:
    return visitor.post("/settings/delete/", htmx=False, name=visitor.name)


def is_request_waiting(site: Site) -> bool:
    """Return whether a request waits for a lock of the second session."""
    asked = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND wait_event_type = 'Lock'"
    )
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        found = connection.execute(asked).fetchone()
        return found is not None and bool(found[0])


@pytest.mark.parametrize("act", [rename, leave])
def test_renaming_and_deletion_lock_rooms_before_the_player(
    scaled_site: Site, act: Callable[[Visitor], Answer]
) -> None:
    """The rooms are those in which they sit; deletion also locks those that have invited them."""
    host = Visitor(scaled_site.webs[0], "Hugo")
    guest = Visitor(scaled_site.webs[0], f"Gerda {make_command_key()[:8]}")
    own, others = code_of(open_room(guest)), code_of(open_room(host))
    assert host.post(f"/r/{others}/invite", name=guest.name).status == 200
    code = own if act is rename else others
    with second_session(scaled_site) as sitting, ThreadPoolExecutor(1) as thread:
        sitting.execute("SELECT id FROM games_room WHERE code = %s FOR UPDATE", [code])
        acting = thread.submit(act, guest)
        wait_until(lambda: is_request_waiting(scaled_site), "the request to wait", PATIENCE)
        sitting.execute(
            "SELECT id FROM games_player WHERE nickname = %s FOR UPDATE NOWAIT", [guest.name]
        )
        sitting.rollback()
        assert acting.result(timeout=PATIENCE).status in (200, 302)


def test_an_abandoned_room_stays_when_a_player_takes_a_seat_again(
    scaled_site: Site,
) -> None:
    host = Visitor(scaled_site.webs[0], "Hilda")
    code, other = code_of(open_room(host)), code_of(open_room(host))
    script = (
        "from django.db import connection; from django.utils import timezone; "
        "connection.cursor().execute(\"SET lock_timeout = '5s'\"); "
        "from games.play.services.abandoned_rooms import delete_abandoned_rooms; "
        "delete_abandoned_rooms(timezone.now())"
    )
    with second_session(scaled_site) as sitting:
        long_ago = "UPDATE games_room SET seen_at = now() - interval '2 days' WHERE code = ANY(%s)"
        sitting.execute(long_ago, [[code, other]])
        sitting.commit()
        sitting.execute("SELECT id FROM games_room WHERE code = %s FOR UPDATE", [code])
        scaled_site.run(script)
    assert rooms_there(scaled_site, [code, other]) == {code}
