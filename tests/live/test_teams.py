"""A team's secrets stay within the team: its tiles, and its members' tentative plays.

The tests know every draw (:mod:`tests.live.live_table`) and search for both in everything that
others receive, on every socket and address, with one web process and with two.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import pytest

from games.rules.equipment.tiles import Tile
from games.rules.plays.acts import Exchange, Pass
from tests.live.client import Page, Visitor
from tests.live.crawler import crawl, list_addresses
from tests.live.live_table import Table
from tests.live.secret_search import Secrets, join_answer, list_secrets
from tests.live.test_races import at_once, statuses
from tests.live.test_secrets import values_of
from tests.processes import PATIENCE

pytestmark = pytest.mark.usefixtures("calm_site")

DRAFT = '<script id="_drafts"'


class Match:
    """Two against two, and a former third member of the first team."""

    def __init__(self, table: Table) -> None:
        self.table = table
        site, name = table.site, table.people[0].name
        self.mates = [self._join(Visitor(site.web(n + 1), f"{name} m{n}"), n) for n in (0, 1)]
        self.gone = self._join(Visitor(site.web(1), f"{name} left"), 0)
        table.start()
        assert self.gone.post(table.path + "leave").status == 200
        if table.mover == 1:
            table.do(1, Pass())
        table.do(0, Exchange(table.state.seats[0].rack))  # unknown to the former member

    def _join(self, visitor: Visitor, seat: int) -> Visitor:
        visitor.get("/")
        answer = visitor.post(self.table.path + "sit", seat=seat, name=visitor.name)
        assert answer.status == 200, answer.text
        return visitor

    def lay(self, seat: int) -> None:
        """Lay all tiles of the rack in a row, and send them as the team's tentative play."""
        draft = [
            [105 + place, getattr(tile, "face", "?"), "" if hasattr(tile, "face") else "E"]
            for place, tile in enumerate(self.rack(seat))
        ]
        answer = self.table.post(seat, "draft", laid=json.dumps(draft))
        assert (answer.status, answer.text) == (204, "")

    def rack(self, seat: int) -> tuple[Tile, ...]:
        return self.table.state.seats[seat].rack

    def secrets(self, seat: int | None) -> Secrets:
        secrets = list_secrets(self.table, seat, {})
        for number in {0, 1} - {seat}:
            for blank in ("E", "?E"):
                faces = [getattr(tile, "face", blank) for tile in self.rack(number)]
                secrets.runs.setdefault("".join(faces), f"the draft of seat {number}")
        return secrets


def drafts_in(received: Sequence[str]) -> list[str]:
    return [text for text in received if text.startswith(DRAFT)]


def receive_draft(page: Page) -> str:
    while not drafts_in(page.received):
        page.receive(PATIENCE, "a draft")
    return drafts_in(page.received)[-1]


@pytest.fixture
def match(lay_table: Callable[..., Table]) -> Match:
    return Match(lay_table(started=False, teams="on"))


def test_no_socket_reveals_a_teams_tiles_to_others(match: Match, opened: ExitStack) -> None:
    table = match.table
    others: dict[str, tuple[int | None, Page]] = {
        "rival": (1, opened.enter_context(table.people[1].open(table.code))),
        "rival's mate": (1, opened.enter_context(match.mates[1].open(table.code))),
        "who left": (None, opened.enter_context(match.gone.open(table.code))),
        "spectator": (None, opened.enter_context(table.spectator(1).open(table.code))),
    }
    mate = opened.enter_context(match.mates[0].open(table.code))
    match.lay(0)
    draft = receive_draft(mate)
    assert match.secrets(None).found_in(draft), "the search finds it"
    stamp = table.do(1, Pass()).bundle.stamp
    assert mate.bundle(stamp).rack == table.rack(0), "one rack"
    for name, (seat, page) in others.items():
        page.bundle(stamp)
        assert not drafts_in(page.received), name
        assert not match.secrets(seat).found_in("\n".join(page.received)), name


def test_no_address_reveals_a_teams_tiles_to_others(match: Match) -> None:
    table = match.table
    match.lay(0)
    path = table.path + "draft"
    secrets = match.secrets(None)
    for shown in (table.path, table.path + "bundle", path):
        assert secrets.found_in(match.mates[0].get(shown).text), shown
    addresses = list_addresses(values_of(table))
    here = [path for path in addresses if path.startswith((table.path, f"/games/{table.game_id}/"))]
    for gone, answer in crawl(match.gone, here):
        assert not secrets.found_in(join_answer(answer)), gone
        assert answer.status < 500, gone
    stranger, fields = table.spectator(1), table.fields(Pass()) | {"seat": 0, "laid": "[]"}
    for commanded in here:
        answer = stranger.post(commanded, **fields)
        assert not secrets.found_in(join_answer(answer)), commanded
    for rival in (table.people[1], match.mates[1]):
        for shown in (table.path, table.path + "bundle", path):
            assert not match.secrets(1).found_in(join_answer(rival.get(shown))), shown
    answer = match.gone.post(path, laid="[]")
    assert answer.status == 403


def test_a_returning_player_sees_the_teams_tiles(match: Match) -> None:
    table = match.table
    match.lay(0)
    assert match.gone.post(table.path + "sit", seat=1).status == 409
    assert match.gone.post(table.path + "sit", seat=0).status == 200
    for shown in ("", "draft"):
        assert match.secrets(None).found_in(match.gone.get(table.path + shown).text)


def test_one_of_two_simultaneous_moves_of_a_team_counts(match: Match) -> None:
    table = match.table
    table.do(1, Pass())
    one, other = table.people[0], match.mates[0]
    swap = Exchange(match.rack(0)[:3])
    answers = at_once(
        [
            lambda: one.post(table.path + "pass", **table.fields(Pass())),
            lambda: other.post(table.path + "exchange", **table.fields(swap)),
        ]
    )
    assert statuses(answers) == {200: 1, 409: 1}
    first, late = (one, answers[1]) if answers[0].status == 200 else (other, answers[0])
    table.follow(0, Pass() if first is one else swap)
    assert late.message == (
        f"{first.name} already moved for your team. This is the current position."
    )
    assert late.bundle.rack == table.rack(0)
    table.check()
