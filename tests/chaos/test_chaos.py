"""A short run of ``python -m tests.chaos`` on both kinds of site: no acknowledged move is lost."""

from collections.abc import Callable
from random import Random

import pytest

from tests.chaos.duplicate_game import DuplicateChaos
from tests.chaos.faults import NEXT_RELEASE, Disk, kills_for, outages_for
from tests.chaos.run import ChaosRun, make_plan
from tests.live.live_table import TEST_SEED
from tests.site_processes import Kind, Site, SiteMaker

OUTAGE = 1.5
"""Seconds of each outage."""

PLANS: dict[Kind, list[str]] = {
    "embedded": ["kill web1", "disk full", "next release"],
    "scaled": [
        "next release",
        "kill worker1",
        "kill web2",
        "Redis hung",
        "PostgreSQL out of connections",
        "kill postgres",
        "kill redis",
    ],
}

DUPLICATE_KILLS: dict[Kind, list[str]] = {"embedded": ["kill web1"], "scaled": ["kill worker1"]}


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", PLANS)
def test_no_move_is_lost_in_any_outage(
    kind: Kind,
    make_site: Callable[..., Site],
    site_maker: SiteMaker,
) -> None:
    site = make_site(kind, TEST_SEED=TEST_SEED)
    disk = Disk(site_maker.folder)
    run = ChaosRun(site, disk, seed=7, games=4, computers=1)
    faults = kills_for(site_maker, site) | outages_for(site_maker, site, disk)
    plan = [name for name in PLANS[kind] if name in faults]
    run.random.shuffle(plan)
    with run.playing():
        for name in plan:
            run.suffer(name, faults[name], OUTAGE)
    print(run.account)
    assert run.account.good, str(run.account)
    assert run.account.acknowledged > len(plan)


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", PLANS)
def test_no_play_of_a_duplicate_turn_is_lost_in_its_last_second(
    kind: Kind, make_site: Callable[..., Site], site_maker: SiteMaker
) -> None:
    site = make_site(kind)
    chaos = DuplicateChaos(site, seed=7, players=4)
    kills = kills_for(site_maker, site)
    with chaos.playing():
        for name in DUPLICATE_KILLS[kind]:
            chaos.suffer(kills[name])
    print(chaos.report)
    assert chaos.report.good, str(chaos.report)
    assert chaos.report.acknowledged


def test_a_whole_run_repeats_the_release_and_has_every_other_outage_once() -> None:
    kills, outages = ["kill web1", "kill postgres"], ["disk full", "Redis hung", NEXT_RELEASE]
    plan = make_plan(Random(1), kills, outages, 100, 20)
    assert sum(name in kills for name in plan) == 100
    assert {name: plan.count(name) for name in outages} == {
        "disk full": 1,
        "Redis hung": 1,
        NEXT_RELEASE: 20,
    }
    assert len(plan) == 122
    assert plan != sorted(plan)
