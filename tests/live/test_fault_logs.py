"""Errors in a view, a socket and the worker are logged without secrets.

The tests provoke them in the database, whose error messages quote rows.
"""

from collections.abc import Callable

import psycopg
import pytest

from games.rules.plays.acts import Exchange
from tests.live.client import Visitor, make_command_key
from tests.live.live_table import TEST_SEED, Table
from tests.live.test_logs_and_metrics import Secrets
from tests.processes import Process, wait_until
from tests.site_processes import Site, SiteMaker

pytestmark = pytest.mark.servers

SAID = "the plan is to keep the blank"
REFUSE_RACKS = "ALTER TABLE games_rack ADD CONSTRAINT odd CHECK (length(tiles) < 0) NOT VALID"
REFUSE_TALK = "ALTER TABLE games_message ADD CONSTRAINT odd CHECK (length(text) < 0) NOT VALID"
HIDE_ROOMS = "ALTER TABLE games_room RENAME COLUMN stamp TO gone"


def fails_after_pass(table: Table, worker: Process) -> bool:
    """Pass, and return whether the worker has failed.

    The pass succeeds because it changes no rack; the computer's next move does change one.
    """
    bundle = table.people[0].get(table.path + "bundle").bundle
    table.post(0, "pass", game=bundle.game, turn=bundle.turn, key=make_command_key())
    return "CheckViolation" in worker.log_text()


def test_an_error_in_the_log_contains_no_secret(
    make_site: Callable[..., Site], site_maker: SiteMaker
) -> None:
    site = make_site("scaled", webs=1, TEST_SEED=TEST_SEED, LOG_LEVEL="DEBUG", LOG_FORMAT="json")
    web, worker, secrets = site.webs[0], site.workers[0], Secrets()
    table = Table(site, label="faulty")
    alone = Table(site, started=False, empty=1, label="alone", unhurried="")
    for one in (table, alone):
        one.post(0, "computer", seat=1, level=1)
        one.post(0, "start")
    table.play()
    secrets.words.add(SAID)
    secrets.note(table)
    with psycopg.connect(site_maker.postgres.url(site.folder.name), autocommit=True) as database:
        database.execute(REFUSE_RACKS)
        database.execute(REFUSE_TALK)
        seat = table.mover
        assert table.send(seat, Exchange(table.state.seats[seat].rack[:2])).status == 500
        said = {"text": SAID, "channel": "players", "key": "a-key"}
        assert table.post(0, "chat/send", **said).status == 500
        wait_until(lambda: fails_after_pass(alone, worker), "the worker to fail", poll=0.5)
        database.execute(HIDE_ROOMS)
        with table.people[0].open(table.code) as page, page.socket:
            wait_until(lambda: "UndefinedColumn" in web.log_text(), "the socket to fail")
    for person in (*table.people, *alone.people, Visitor(web)):
        secrets.note_person(person)
    log = site.log_text()
    assert log.count("CheckViolation") >= 3
    assert "Failing row" not in log
    assert not secrets.found_in(log)
