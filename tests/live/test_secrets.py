"""No request reveals other players' tiles, the bag or the seed before the end.

The tests know every draw (``TEST_SEED``), so they search all output for the secrets: each answer's
body and headers, and everything that arrives over sockets.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from urllib.parse import quote

import pytest

from games.rules.equipment.tiles import LetterTile
from games.rules.plays.acts import Challenge, Exchange, Pass, Resign
from tests.live.client import Answer, Visitor, make_command_key
from tests.live.crawler import UNKNOWN_VALUES, crawl, list_addresses
from tests.live.live_table import Table
from tests.live.secret_search import PlayedTiles, Secrets, join_answer, list_secrets
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

Moment = tuple[Table, PlayedTiles, dict[str, list[str]]]
PASSWORD = "a long way from guessable"


def values_of(table: Table) -> dict[str, list[str]]:
    """Return the values for the parameters of addresses."""
    return UNKNOWN_VALUES | {
        "code": [table.code],
        "number": [str(n) for n in range(table.state.turn_number + 2)],
        "game_id": [table.game_id],
        "record_id": [table.game_id],
        "name": [*UNKNOWN_VALUES["name"], *(quote(person.name) for person in table.people)],
        "slug": ["en-open"],
    }


def post_everywhere(visitor: Visitor, table: Table) -> Iterator[tuple[str, Answer]]:
    """Post to every address, as a person without a seat."""
    fields = table.fields(Pass()) | {
        "position": "8H",
        "tiles": "AB",
        "seat": 0,
        "step": 3,
        "level": 1,
    }
    for path in list_addresses(values_of(table)):
        yield path, visitor.post(path, **fields, name=f"N {make_command_key()[:8]}")


def test_the_search_finds_tiles_in_any_form_but_not_in_words() -> None:
    secrets = Secrets()
    secrets.add_rack("rack", tuple(LetterTile(face) for face in "TRAINED"))
    for text in (
        "TRAINED",
        "<b>T1</b> <b>R1</b> A1I1N1E1D2",
        r"\u0022T\u0022,R,A,I\nNED",
        "ADEINRT",
    ):
        assert secrets.found_in(text), text
    for text in ("To Read All In News Every Day", "csrf=aTbRcAdIeNfEgD", "RETAINED"):
        assert not secrets.found_in(text), text


@pytest.fixture
def game_in_play(site: Site, lay_table: Callable[..., Table]) -> Moment:
    """Return a table with a running game, the tiles that have left racks, and what each socket
    received.

    The last act is a play, or on the scaled site a challenge.
    """
    table = lay_table(seats=3)
    gone: PlayedTiles = {}
    received: dict[str, list[str]] = {}
    with ExitStack() as stack:
        pages = {
            str(seat): stack.enter_context(person.open(table.code))
            for seat, person in enumerate(table.people)
        }
        pages["spectator"] = stack.enter_context(table.spectator(1).open(table.code))
        seat = table.mover
        gone["the exchanged tiles"] = (seat, table.state.seats[seat].rack)
        table.do(seat, Exchange(table.state.seats[seat].rack))
        table.play()
        answer = table.play()
        if site.kind == "scaled":
            assert table.state.pending is not None
            pending = table.state.pending
            gone["the tiles drawn and given back"] = (
                pending.seat,
                table.state.seats[pending.seat].rack,
            )
            answer = table.do((pending.seat + 1) % 3, Challenge())
        for name, page in pages.items():
            page.bundle(answer.bundle.stamp)
            received[name] = page.received
    return table, gone, received


@pytest.mark.sampled(0)
@pytest.mark.parametrize("viewer", ["a stranger", "a person with a name", 0, 1, 2])
def test_no_address_reveals_a_secret(game_in_play: Moment, viewer: int | str) -> None:
    """The viewer is a spectator, or has the seat with this number."""
    table, gone, _received = game_in_play
    seat = viewer if isinstance(viewer, int) else None
    visitor = table.spectator(1) if seat is None else table.people[seat]
    if viewer == "a person with a name":
        visitor.post("/name/", htmx=False, name=f"W {make_command_key()[:8]}")
    secrets = list_secrets(table, seat, gone)
    for path, answer in crawl(visitor, list_addresses(values_of(table))):
        assert not secrets.found_in(join_answer(answer)), path
        assert answer.status < 500, path


def test_no_command_of_a_stranger_reveals_a_secret(game_in_play: Moment) -> None:
    table, gone, _received = game_in_play
    secrets = list_secrets(table, None, gone)
    for path, answer in post_everywhere(table.spectator(1), table):
        assert not secrets.found_in(join_answer(answer)), path
        assert answer.status < 500, path
    table.check()


def test_no_socket_reveals_a_secret(game_in_play: Moment) -> None:
    table, gone, received = game_in_play
    for name, texts in received.items():
        secrets = list_secrets(table, int(name) if name.isdigit() else None, gone)
        assert len(texts) > 1
        assert not secrets.found_in("\n".join(texts)), name


def test_sockets_send_open_racks_only_to_spectators_while_all_agree(
    lay_table: Callable[..., Table],
) -> None:
    table = lay_table(racks="open")
    answer = table.play()
    with (
        table.spectator(1).open(table.code) as spectator,
        table.people[0].open(table.code) as rival,
    ):
        pages = {"spectator": spectator, "rival": rival}

        def received_since(answer: Answer) -> dict[str, set[str]]:
            found = {}
            for name, page in pages.items():
                page.bundle(answer.bundle.stamp)
                secrets = list_secrets(table, 0 if name == "rival" else None, {})
                found[name] = secrets.found_in("\n".join(page.received))
                page.received.clear()
            return found

        silence: dict[str, set[str]] = {"spectator": set(), "rival": set()}
        assert received_since(answer) == silence
        assert received_since(table.post(0, "racks", on=1)) == silence
        texts = received_since(table.post(1, "racks", on=1))
        assert {name[:18] for name in texts["spectator"]} == {
            "the rack of seat 0",
            "the rack of seat 1",
        }
        assert not texts["rival"]
        assert received_since(table.post(0, "racks", on="")) == silence
        assert received_since(table.play()) == silence


def test_the_admin_reveals_no_secret(lay_table: Callable[..., Table]) -> None:
    table = lay_table(public="")
    table.play()
    editor = log_in_editor(table.site)
    secrets = list_secrets(table, None, {})
    seen = set()
    found = [
        editor.get(f"/admin/games/{model}/?q={quote(name)}").text
        for model, name in (("room", table.code), ("player", table.people[0].name))
    ]
    rows = re.findall(r"/admin/games/\w+/[\w-]+/change/", "".join(found))
    assert len(rows) >= 2
    rows.append(f"/admin/games/game/{table.game_id}/change/")
    for path, answer in crawl(editor, ["/admin/", *rows], below="/admin/games/"):
        assert not secrets.found_in(join_answer(answer)), path
        assert answer.status == 200, path
        seen.add(path)
    assert len(seen) > 8


def log_in_editor(site: Site) -> Visitor:
    """Log in as a superuser."""
    name = f"editor-{make_command_key()[:8]}"
    site.run(
        "from django.contrib.auth.models import User;"
        f"User.objects.create_superuser({name!r}, password={PASSWORD!r})",
    )
    editor = Visitor(site.web(1))
    answer = editor.post("/admin/login/?next=/admin/", htmx=False, username=name, password=PASSWORD)
    assert answer.status == 302, answer.text
    editor.token = ""
    return editor


def test_answers_for_a_seat_may_not_be_cached(lay_table: Callable[..., Table]) -> None:
    table = lay_table()
    seat = table.mover
    person = table.people[seat]
    fields = table.fields(Pass())
    answers = {
        "page": person.get(table.path),
        "bundle": person.get(table.path + "bundle"),
        "preview": person.post(table.path + "preview", position="8H", tiles="AB"),
        "refused": person.post(table.path + "play", **fields, position="8H", tiles="A"),
        "unreadable": person.post(table.path + "play", **fields, position="8", tiles="A"),
        "hint": person.post(table.path + "hint", turn=0, step=1),
        "moved": person.post(table.path + "pass", **fields),
        "conflict": person.post(table.path + "pass", **fields | {"key": make_command_key()}),
    }
    table.follow(seat, Pass())
    wanted = {"page": 200, "bundle": 200, "preview": 200, "refused": 422, "unreadable": 422}
    wanted |= {"hint": 403, "moved": 200, "conflict": 409}
    assert {name: answer.status for name, answer in answers.items()} == wanted
    for name, answer in answers.items():
        assert "no-store" in answer.headers["Cache-Control"], name
        assert "private" in answer.headers["Cache-Control"], name


def test_under_challenges_a_preview_hides_validity(
    lay_table: Callable[..., Table],
) -> None:
    table = lay_table(challenge="single")
    seat = table.mover
    rack = [tile.face for tile in table.state.seats[seat].rack if isinstance(tile, LetterTile)]
    one, two = "".join(rack[:5]), "".join(reversed(rack[:5]))
    shown = [table.post(seat, "preview", position="8D", tiles=word).text for word in (one, two)]
    for text in shown:
        assert 'data-lawful="1"' in text
        assert "not in the dictionary" not in text.lower()


def test_after_the_end_everything_is_public(lay_table: Callable[..., Table]) -> None:
    """This tests the search as well: what was secret before is found afterwards."""
    table = lay_table(seats=2)
    before = list_secrets(table, None, {})
    stranger = table.spectator()
    assert not before.found_in(stranger.get(table.path + "bundle").text)
    assert before.found_in(table.people[0].get(table.path).text) >= {"the rack of seat 0"}
    table.do(0, Resign())
    published = before.found_in(stranger.get(table.path + "bundle").text)
    assert published >= {"the rack of seat 0", "the rack of seat 1"}
    assert "the seed" in before.found_in(stranger.get(f"/games/{table.game_id}/bag.json").text)
