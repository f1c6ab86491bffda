"""A short run of ``python -m tests.chaos`` on both kinds of site: nothing acknowledged is lost."""

from collections.abc import Callable

import pytest

from tests.chaos.faults import Disk, kills_for, outages_for
from tests.chaos.run import Run
from tests.live.tables import TEST_SEED
from tests.sites import Kind, Site, SiteMaker

OUTAGE = 1.5
"""Seconds."""

PLANS: dict[Kind, list[str]] = {
    "embedded": ["kill web1", "disk full", "next release"],
    "scaled": [
        "kill worker1",
        "kill web2",
        "Redis hung",
        "PostgreSQL out of connections",
        "kill postgres",
        "kill redis",
    ],
}


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", PLANS)
def test_nothing_is_lost_whatever_breaks(
    kind: Kind,
    make_site: Callable[..., Site],
    site_maker: SiteMaker,
    request: pytest.FixtureRequest,
) -> None:
    site = request.node.site = make_site(kind, TEST_SEED=TEST_SEED)
    disk = Disk(site_maker.folder)
    run = Run(site, disk, seed=7, games=4, computers=1)
    faults = kills_for(site_maker, site) | outages_for(site_maker, site, disk)
    plan = [name for name in PLANS[kind] if name in faults]
    run.random.shuffle(plan)
    with run.playing():
        for name in plan:
            run.suffer(name, faults[name], OUTAGE)
    print(run.account)
    assert run.account.good, str(run.account)
    assert run.account.acknowledged > len(plan)
