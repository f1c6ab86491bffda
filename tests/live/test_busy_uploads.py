"""Records uploaded while the processors are busy: all valid ones are stored in the end."""

import os

import pytest

from tests.load.record_uploads import measure_records
from tests.site_processes import SiteMaker

pytestmark = pytest.mark.servers


@pytest.mark.full
def test_a_busy_machine_refuses_no_good_record(site_maker: SiteMaker) -> None:
    made = site_maker.make("embedded")
    figures = measure_records(made, 10, 6 * (os.cpu_count() or 1), 10)
    assert (figures.answers[200], figures.refused) == (10, 0), str(figures)
    site_maker.close(made)
