"""A club's archive on a running site:
every record is kept or explained, and mistakes are tabulated."""

from collections.abc import Iterator

import pytest

from tests.api.archive import Archive, Row
from tests.api.test_bot import SECRET
from tests.live.client import Visitor
from tests.site_processes import Site, SiteMaker

pytestmark = [pytest.mark.servers, pytest.mark.timeout(600)]

PLAYED = """#player1 Vera Vera
#player2 Walt Walt
>Vera: AEINRST 8H AT +4 4
>Walt: ADGOOSV 9G DO +9 9
"""
BAD = f"{PLAYED}>Vera: EINRS Z9 SIREN +9 13\n"


@pytest.fixture(scope="module")
def site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded")
    yield made
    site_maker.close(made)


def test_a_club_archive_tabulates_mistakes(site: Site) -> None:
    amber = Visitor(site.web(0), "Amber")
    said = {"nickname": "Amber", "email": "amber@tiles.example", "password1": "seven brown tiles"}
    assert amber.post("/accounts/signup/", htmx=False, **said).status == 302
    amber.token = ""
    form = b"name=archive&scopes=upload&scopes=analyse"
    page = amber.ask("POST", "/settings/tokens/", form, amber._form_headers(htmx=False))
    found = SECRET.search(page.text)
    assert found
    archive = Archive(site.url, found[1], "en", "en-open")
    rows = archive.tabulate({"one.gcg": PLAYED, "two.gcg": BAD})
    assert list(archive.problems) == ["two.gcg"]
    assert archive.problems["two.gcg"].startswith("line 5: ")
    assert {row.player for row in rows} == {"Vera", "Walt"}
    vera = next(row for row in rows if row.player == "Vera")
    assert isinstance(vera, Row)
    assert (vera.turns, vera.mistakes) == (1, 1), "RETAINS was there"
    assert vera.lost > 20
