"""PostgreSQL restarts during a game: worker and pages reconnect by themselves."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.flow.game import Phase
from tests.live.client import make_command_key
from tests.live.live_table import TEST_SEED, Table
from tests.live.test_restart import make_due_now, my_turn
from tests.processes import wait_until
from tests.site_processes import Site, SiteMaker


@pytest.fixture
def lone_maker(site_maker: SiteMaker) -> Iterator[SiteMaker]:
    """Yield a maker with a PostgreSQL that no other test's sites use."""
    folder = site_maker.folder / "lone"
    folder.mkdir(mode=0o755)  # PostgreSQL's user enters it
    maker = SiteMaker(folder)
    yield maker
    maker.close_all()


@pytest.fixture
def scaled_site(lone_maker: SiteMaker) -> Iterator[Site]:
    lone_maker.postgres.process.start()
    site = lone_maker.make("scaled", webs=1, TEST_SEED=TEST_SEED)
    yield site
    lone_maker.postgres.process.start()
    lone_maker.close(site)


@pytest.mark.full
def test_computers_and_referee_continue_after_a_database_restart(
    scaled_site: Site, lone_maker: SiteMaker
) -> None:
    database = lone_maker.postgres.process
    against_computer = Table(
        scaled_site, started=False, empty=1, challenge="void", unhurried="", may_err=""
    )
    assert against_computer.post(0, "computer", seat=1, level=1).status == 200
    assert against_computer.post(0, "start").status == 200
    wait_until(lambda: my_turn(against_computer), "the computer to move", poll=0.1)
    ending = Table(scaled_site, seats=2)
    ending.play_out()

    database.stop()
    (worker,) = scaled_site.workers
    for loop in ("referee", "thinking"):
        wait_until(lambda: f"in a row: the {loop}" in worker.log_text(), f"the {loop} to fail")  # noqa: B023
    database.start()

    person = against_computer.people[0]
    shown = person.get(against_computer.path + "bundle").bundle
    make_due_now(scaled_site, ending)
    sent: dict[str, Any] = {"game": shown.game, "turn": shown.turn, "key": make_command_key()}
    answer = person.post(against_computer.path + "pass", **sent)
    assert answer.status == 200, answer.text
    wait_until(lambda: my_turn(against_computer), "the computer to answer", poll=0.1)
    wait_until(lambda: phase_of(ending) == "over", "the window to close", poll=0.1)
    assert ending.state.phase is Phase.FINAL_CHALLENGE, "no seat has accepted"


def phase_of(table: Table) -> str:
    return table.people[0].get(table.path + "bundle").bundle.phase
