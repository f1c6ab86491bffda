"""Only tests with a browser or servers get another try, and are then listed."""

import re
from pathlib import Path

from tests.sample_runs import run_sample

SAMPLE = """
    from itertools import count
    import pytest

    tries, later = count(1), count(1)

    @pytest.fixture
    def site_maker():
        return None

    def test_late_server(site_maker):
        page = "lobby"
        assert next(tries) > 1, "the server was late"

    def test_broken(site_maker):
        assert False, "always"

    def test_rules():
        assert next(later) > 1, "once is enough"

    def test_limit(site_maker, request):
        assert request.node.get_closest_marker("timeout").args == (600,)

    @pytest.mark.timeout(30)
    def test_own_limit(site_maker, request):
        assert request.node.get_closest_marker("timeout").args == (30,)
"""


def test_a_test_that_passes_on_another_try_is_listed_with_its_first_failure(tmp_path: Path) -> None:
    said = run_sample(tmp_path, SAMPLE).stdout
    assert re.search(r"2 failed, 3 passed, 3 rerun in ", said), said
    assert re.findall(r"^FAILED \S+::(\w+)", said, re.M) == ["test_broken", "test_rules"]
    _, listed = said.split("passed at another try")
    (line,) = re.findall("^RERUN .*$", listed, re.M)
    assert re.fullmatch(
        r"RERUN test_sample\.py::test_late_server - /\S+/test_sample\.py:13: "
        r"AssertionError: the server was late \[test-results/\S+test_late_server/try-1\]",
        line,
    )


def test_a_limit_given_for_the_run_is_not_changed(tmp_path: Path) -> None:
    sample = """
        def test_limit(site_maker, request):
            assert request.node.get_closest_marker("timeout") is None
    """
    said = run_sample(tmp_path, sample, "--timeout", "900").stdout
    assert "1 passed" in said, said
