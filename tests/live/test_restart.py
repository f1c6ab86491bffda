"""Processes are killed during games and restarted. No acknowledged move and no seat is lost, and no
game stops.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from games.rules.flow.game import Phase
from games.rules.plays.acts import Accept, Pass
from tests.live.client import make_command_key
from tests.live.game_audit import audit_site
from tests.live.live_table import Table
from tests.live.play_finder import find_plays
from tests.processes import wait_until
from tests.site_processes import Site

LayTable = Callable[..., Table]


def kill_and_start(site: Site) -> None:
    site.kill()
    site.start()


@pytest.mark.full
def test_an_acknowledged_move_survives_a_crash(site: Site, lay_table: LayTable) -> None:
    table = lay_table()
    table.play()
    kill_and_start(site)
    table.check()
    table.play()
    table.check()


def test_a_crash_during_many_moves_loses_no_acknowledged_one(
    site: Site, lay_table: LayTable
) -> None:
    tables = [lay_table() for _ in range(4)]
    for table in tables:
        table.play()
    pending = [(table, table.mover, find_plays(table.state, table.mover)[0]) for table in tables]
    sent = [(table, seat, play, table.fields(play)) for table, seat, play in pending]
    for table, seat, play, fields in sent[:2]:
        assert table.post(seat, "play", **fields).status == 200
        table.follow(seat, play)
    kill_and_start(site)
    for table, seat, play, fields in sent[2:]:
        assert table.post(seat, "play", **fields).status == 200
        table.follow(seat, play)
    for table, seat, _play, fields in sent:
        assert table.post(seat, "play", **fields).status == 200, "sent again, it lands once"
        table.check()


def test_a_move_repeated_after_the_crash_counts_once(site: Site, lay_table: LayTable) -> None:
    """The page cannot know whether its move arrived, so it sends it again with the same key."""
    table = lay_table()
    seat, play, key = table.mover, find_plays(table.state, table.mover)[0], make_command_key()
    fields = table.fields(play, key=key)
    table.people[seat].send_only(table.path + "play", **fields)
    site.web(seat).kill()
    site.start()
    for _ in range(2):
        assert table.post(seat, "play", **fields).status == 200
    table.follow(seat, play)
    table.check()


@pytest.mark.full
def test_pages_come_back_after_a_restart(site: Site, lay_table: LayTable) -> None:
    table = lay_table()
    table.play()
    with ExitStack() as stack:
        pages = [stack.enter_context(person.open(table.code)) for person in table.people]
        stamps = [page.bundle().stamp for page in pages]
        site.restart()
        for page in pages:
            assert page.close_code() == 1012, "come back soon"
        table.play()
        again = [
            stack.enter_context(person.open(table.code, stamp))
            for person, stamp in zip(table.people, stamps, strict=True)
        ]
        for seat, page in enumerate(again):
            assert page.bundle().rack == table.rack(seat)
        stamp = table.play().bundle.stamp
        for page in again:
            page.bundle(stamp)


def stop_workers(site: Site) -> None:
    """Kill the process that runs the worker's loops: on the embedded site, the web process."""
    for process in site.workers or site.webs:
        process.kill()


def make_due_now(site: Site, table: Table) -> None:
    """Make the referee's next action due now."""
    script = (
        "from django.utils import timezone; from games.models import Game;"
        f"print(Game.objects.filter(room__code={table.code!r}, due_at__isnull=False)"
        ".update(due_at=timezone.now()))"
    )
    assert site.run(script).split()[-1] == "1"


def test_an_accept_window_closes_after_the_worker_was_killed(
    site: Site, lay_table: LayTable
) -> None:
    table = lay_table(seats=3)
    table.play_out()
    assert table.state.pending is not None
    stamp = table.people[0].get(table.path + "bundle").bundle.stamp
    stop_workers(site)
    make_due_now(site, table)
    site.start()
    with table.spectator(1).open(table.code) as page:
        while page.bundle(stamp + 1).phase != "over":
            stamp = page.bundle().stamp  # such as a player found to be away
    for seat in sorted({0, 1, 2} - {table.state.pending.seat}):
        table.follow(seat, Accept())
    assert table.state.phase is Phase.OVER
    table.check()


@pytest.mark.full
def test_a_game_against_the_computer_continues_after_the_worker_was_killed(
    site: Site, lay_table: LayTable
) -> None:
    table = lay_table(started=False, empty=1, challenge="void", unhurried="")
    assert table.post(0, "computer", seat=1, level=1).status == 200
    assert table.post(0, "start").status == 200
    person = table.people[0]
    wait_until(lambda: my_turn(table), "the computer to move", poll=0.1)
    shown = person.get(table.path + "bundle").bundle
    sent: dict[str, Any] = {"game": shown.game, "turn": shown.turn, "key": make_command_key()}
    if site.workers:
        stop_workers(site)
    assert person.post(table.path + "pass", **sent).status == 200
    stop_workers(site)
    site.start()
    wait_until(lambda: my_turn(table), "the computer to move", poll=0.1)
    (game,) = audit_site(site, table.code)
    assert game["turn"] > shown.turn + 1, "the computer answered the pass"


def my_turn(table: Table) -> bool:
    bundle = table.people[0].get(table.path + "bundle").bundle
    return "play" in bundle.can or bundle.phase == "over"


def test_a_game_of_passes_ends_across_restarts(site: Site, lay_table: LayTable) -> None:
    table = lay_table()
    for _ in range(3):
        table.do(table.mover, Pass())
    kill_and_start(site)
    table.do(table.mover, Pass())
    assert table.state.phase is Phase.OVER
    table.check()
