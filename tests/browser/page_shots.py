"""``make screenshots``: every page at three sizes, light and dark, for people to look at.

``ARGS`` are options: ``--languages de ar``, ``--sizes phone lying``, ``--pages lobby room``. The
files are ``test-results/shots/pages/LANGUAGE/PAGE-SIZE-SCHEME.png``. Nothing is judged, and pytest
collects this file only by its name.
"""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.browser.conftest import Complaints, Seating, Visit
from tests.browser.sample_pages import SamplePage, make_sample_pages
from tests.browser.test_phone import MORE_PAGES, list_pages, turn_screen
from tests.site_processes import Site

SIZES = {
    "laptop": (1366, 768),
    "phone": (390, 844),
    "small": (320, 568),
    "tablet": (820, 1180),
    "lying": (844, 390),
}


@pytest.mark.timeout(3600)
def test_screenshots(
    site: Site,
    visit: Visit,
    seat_all: Seating,
    complaints: Complaints,
    shots_dir: Path,
    pytestconfig: pytest.Config,
) -> None:
    complaints.allow("")
    wanted = pytestconfig.getoption("--pages")
    games = make_sample_pages(site, visit, seat_all)
    plain = [
        SamplePage(name_of(path), path) for path in (*list_pages(), *MORE_PAGES) if path != "/"
    ]
    pages = [
        sample
        for sample in (*games.pages, *plain)
        if not wanted or any(sample.name.startswith(name) for name in wanted)
    ]
    for language in pytestconfig.getoption("--languages"):
        folder = shots_dir / "pages" / language
        folder.mkdir(parents=True, exist_ok=True)
        guest, player = games.come(language)
        for sample in pages:
            page = player if sample.by_player else guest
            sizes = [(name, SIZES[name]) for name in pytestconfig.getoption("--sizes")]
            turn_screen(page, sizes[0][1])
            sample.open(page)
            page.wait_for_load_state("networkidle")
            for (name, size), scheme in product(sizes, ("light", "dark")):
                turn_screen(page, size)
                page.emulate_media(color_scheme=scheme)
                whole = not page.locator(".room[data-phase=playing], dialog[open]").count()
                page.screenshot(
                    path=folder / f"{sample.name}-{name}-{scheme}.png",
                    full_page=whole,
                    animations="disabled",
                )


def name_of(path: str) -> str:
    """Return a name for files.

    >>> name_of("/about/rules/scrabble/")
    'about-rules-scrabble'
    """
    return re.sub(r"\W+", "-", path).strip("-")
