"""PostgreSQL restarts in mid-game: worker and pages reconnect without help."""

from collections.abc import Iterator

import pytest

from tests.live.live_table import TEST_SEED
from tests.site_processes import Site, SiteMaker


@pytest.fixture
def scaled_site(lone_maker: SiteMaker, request: pytest.FixtureRequest) -> Iterator[Site]:
    lone_maker.postgres.process.start()
    site = lone_maker.make("scaled", webs=1, TEST_SEED=TEST_SEED)
    request.node.site = site
