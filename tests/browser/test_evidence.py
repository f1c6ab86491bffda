"""A failed try of a test with a browser and servers leaves its evidence in a folder."""

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.sample_runs import run_sample

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser_type_launch_args")]

SAMPLE = """
    import pytest
    from tests.processes import Process

    PAGE = "data:text/html,<h1>Tiles</h1><script>console.warn('a tile is missing')</script>"

    @pytest.fixture(scope="module")
    def talker(site_maker, tmp_path_factory):
        folder = tmp_path_factory.mktemp("talker")
        process = Process("talker", ["sleep", "600"], folder / "log", lambda: True)
        process.start()
        yield process
        process.kill()

    def say(process, text):
        with process.log.open("a") as log:
            log.write(text + "\\n")

    def test_another(talker):
        say(talker, "said to another test")

    def test_page(talker, page):
        page.goto(PAGE)
        for number in range(100):
            say(talker, f"said number {number}.")
        page.get_by_role("heading").click()
        assert page.get_by_role("heading").text_content() == HEADING
"""


@pytest.mark.full
def test_a_failed_try_leaves_its_evidence(tmp_path: Path) -> None:
    said = run_sample(tmp_path, f"{SAMPLE}\n    HEADING = 'Rooms'\n").stdout
    assert "1 failed, 1 passed, 2 rerun" in said, said
    (named,) = re.findall(r"^test-results/\S*test_page\S*/try-3$", said, re.M)
    kept = tmp_path / named
    assert [one.name for one in sorted(kept.parent.iterdir())] == ["try-1", "try-2", "try-3"]
    assert not list(tmp_path.glob("test-results/*another*"))

    (screenshot,) = kept.glob("*.png")
    assert screenshot.read_bytes().startswith(b"\x89PNG")
    assert f"{screenshot.name} shows data:text/html,<h1>Tiles" in said
    (trace,) = kept.glob("*.zip")
    with ZipFile(trace) as files:
        actions = b"".join(files.read(one) for one in files.namelist() if one.endswith(".trace"))
    assert b"heading" in actions
    assert "warning: a tile is missing" in (kept / "console.txt").read_text()
    (log,) = kept.glob("*talker.log")
    assert log.read_text().splitlines() == [f"said number {number}." for number in range(100)]
    assert "said number 99." in said and "said number 40." in said
    assert "said number 39." not in said, "only the last lines of the log are printed"

    said = run_sample(tmp_path, f"{SAMPLE}\n    HEADING = 'Tiles'\n").stdout
    assert "2 passed" in said, said
    assert not kept.parent.exists(), "the test has passed since"
