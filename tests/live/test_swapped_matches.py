"""Swapped matches on both kinds of site: neither table reaches the other before both are over."""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from games.play.live.topics import CLOSE_FORBIDDEN
from tests.live.client import Page, Visitor, make_command_key
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

FORM = {
    "opponents": "people",
    "level": "3",
    "clock": "none",
    "challenge": "void",
    "lexicon": "en-open",
}
NAMES = ("Amber S", "Cobalt S", "Jade S", "Rust S")
TABLES = """
from games.play.models import Room
from games.players.models import Player
host = Player.objects.get(nickname="NAME")
print(" ".join(Room.objects.filter(host=host).order_by("pk").values_list("code", flat=True)))
"""


class Match:
    """A match in which everyone has sat down: the host meets Jade, and Rust meets Cobalt."""

    def __init__(self, site: Site, suffix: str) -> None:
        names = [name + suffix for name in NAMES]
        self.people = [Visitor(site.web(number), name) for number, name in enumerate(names)]
        host, cobalt, jade, rust = self.people
        opened = host.post("/rooms/swapped-match/", htmx=False, name=host.name, **FORM)
        assert opened.status == 302, opened.text[-2000:]
        self.path = opened.headers["Location"]
        self.codes = site.run(TABLES.replace("NAME", host.name)).split()
        for visitor, table, seat in ((jade, 0, 1), (rust, 1, 0), (cobalt, 1, 1)):
            place = f"{self.codes[table]}-{seat}"
            sat = visitor.post(self.path, htmx=False, name=visitor.name, place=place)
            assert sat.headers["Location"] == f"/r/{self.codes[table]}/"

    def resign(self, visitor: Visitor, table: int) -> int:
        """Resign at a table, and return the stamp of the room after that."""
        code = self.codes[table]
        shown = visitor.get(f"/r/{code}/bundle").bundle
        key = make_command_key()
        answer = visitor.post(f"/r/{code}/resign", game=shown.game, turn=shown.turn, key=key)
        assert answer.status == 200, answer.text
        return answer.bundle.stamp

    def is_shut(self, visitor: Visitor, table: int) -> bool:
        """Return whether page, update and socket of a table refuse this visitor."""
        code = self.codes[table]
        page = visitor.get(f"/r/{code}/")
        screen = visitor.get(f"/r/{code}/table/")
        statuses = {page.status, screen.status, visitor.get(f"/r/{code}/bundle").status}
        with Page(visitor, code) as socket:
            with suppress(ConnectionClosed):
                socket.bundle()
            shut = socket.socket.close_code == CLOSE_FORBIDDEN
        assert (shut, statuses) in ((True, {302, 403}), (False, {200}))
        return shut


@pytest.fixture
def match(site: Site, request: pytest.FixtureRequest) -> Match:
    tries = getattr(request.node, "execution_count", 1)
    return Match(site, f" {site.kind[0]}{tries}")


def test_neither_table_is_seen_from_the_other_before_both_are_over(
    match: Match, site: Site
) -> None:
    """A site that is killed between the two ends gives nothing away and forgets nothing."""
    host, cobalt, jade, rust = match.people
    stranger = Visitor(site.web(1))
    stranger.get("/")
    racks = [
        [visitor.get(f"/r/{match.codes[table]}/bundle").bundle.rack for visitor in pair]
        for table, pair in enumerate(((host, jade), (rust, cobalt)))
    ]
    assert racks[0] == racks[1], "each seat draws the same tiles at both tables"
    for visitor, own in ((host, 0), (jade, 0), (rust, 1), (cobalt, 1)):
        assert not match.is_shut(visitor, own)
        assert match.is_shut(visitor, 1 - own)
    match.resign(jade, 0)
    site.kill()
    site.start()
    held = host.get(match.path).text
    assert "won the match" not in held
    assert held.count("Finished") == 1
    assert match.is_shut(cobalt, 0)
    assert match.is_shut(stranger, 0)
    with Page(cobalt, match.codes[1]) as playing:
        playing.bundle()
        assert playing.bundle(match.resign(rust, 1)).phase == "over"
    has_result = lambda: "won the match" in host.get(match.path).text  # noqa: E731
    wait_until(has_result, "the worker to publish both games", PATIENCE)
    for visitor in (*match.people, stranger):
        assert "won the match" in visitor.get(match.path).text
        assert not any(match.is_shut(visitor, table) for table in (0, 1))
