"""Nobody learns another's tiles, the bag or the seed before the end, whatever they ask for.

Every draw is known here (``TEST_SEED``), so all that may not be told can be looked for in all that
is told: each answer's body and headers, and all that comes over the sockets.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from urllib.parse import quote

import pytest

from games.rules.moves import Challenge, Exchange, Pass, Resign
from games.rules.tiles import Letter
from tests.live.client import Answer, Visitor, new_key
from tests.live.crawling import NOBODYS, all_addresses, crawl
from tests.live.searching import Gone, Secrets, secrets_from, told_by
from tests.live.tables import Table
from tests.sites import Site

pytestmark = pytest.mark.usefixtures("calm_site")

Moment = tuple[Table, Gone, dict[str, list[str]]]
PASSWORD = "a long way from guessable"


def values_of(table: Table) -> dict[str, list[str]]:
    """What stands in the addresses' parameters."""
    return NOBODYS | {
        "code": [table.code],
        "number": [str(n) for n in range(table.state.turn_number + 2)],
        "game_id": [table.game_id],
        "record_id": [table.game_id],
        "slug": ["en-open"],
    }


def post_everywhere(visitor: Visitor, table: Table) -> Iterator[tuple[str, Answer]]:
    """Every command there is, from someone who has no seat here."""
    fields = table.fields(Pass()) | {
        "position": "8H",
        "tiles": "AB",
        "seat": 0,
        "step": 3,
        "level": 1,
    }
    for path in all_addresses(values_of(table)):
        yield path, visitor.post(path, **fields, name=f"N {new_key()[:8]}")


def test_the_search_finds_tiles_in_any_form_and_none_in_words() -> None:
    secrets = Secrets()
    secrets.add_rack("rack", tuple(Letter(face) for face in "TRAINED"))
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
    """A table after a play, or on the other kind of site after a challenge; the tiles that left
    racks, and what sockets told whom."""
    table = lay_table(seats=3)
    gone: Gone = {}
    heard: dict[str, list[str]] = {}
    with ExitStack() as stack:
        pages = {
            str(seat): stack.enter_context(person.open(table.code))
            for seat, person in enumerate(table.people)
        }
        pages["watcher"] = stack.enter_context(table.watcher(1).open(table.code))
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
            heard[name] = page.heard
    return table, gone, heard


def test_no_address_tells_a_secret(game_in_play: Moment) -> None:
    table, gone, _heard = game_in_play
    named = table.watcher(1)
    named.post("/name/", htmx=False, name=f"W {new_key()[:8]}")
    viewers: list[tuple[int | None, Visitor]] = [(None, table.watcher()), (None, named)]
    viewers += list(enumerate(table.people))
    for seat, visitor in viewers:
        secrets = secrets_from(table, seat, gone)
        for path, answer in crawl(visitor, all_addresses(values_of(table))):
            assert not secrets.found_in(told_by(answer)), f"{path} for seat {seat}"
            assert answer.status < 500, path


def test_no_command_of_a_stranger_tells_a_secret(game_in_play: Moment) -> None:
    table, gone, _heard = game_in_play
    secrets = secrets_from(table, None, gone)
    for path, answer in post_everywhere(table.watcher(1), table):
        assert not secrets.found_in(told_by(answer)), path
        assert answer.status < 500, path
    table.check()


def test_no_socket_tells_a_secret(game_in_play: Moment) -> None:
    table, gone, heard = game_in_play
    for name, texts in heard.items():
        secrets = secrets_from(table, int(name) if name.isdigit() else None, gone)
        assert len(texts) > 1
        assert not secrets.found_in("\n".join(texts)), name


def test_sockets_tell_open_racks_to_watchers_alone_and_while_all_agree(
    lay_table: Callable[..., Table],
) -> None:
    table = lay_table(racks="open")
    answer = table.play()
    with table.watcher(1).open(table.code) as watcher, table.people[0].open(table.code) as rival:
        pages = {"watcher": watcher, "rival": rival}

        def heard_since(answer: Answer) -> dict[str, set[str]]:
            found = {}
            for name, page in pages.items():
                page.bundle(answer.bundle.stamp)
                secrets = secrets_from(table, 0 if name == "rival" else None, {})
                found[name] = secrets.found_in("\n".join(page.heard))
                page.heard.clear()
            return found

        silence: dict[str, set[str]] = {"watcher": set(), "rival": set()}
        assert heard_since(answer) == silence
        assert heard_since(table.post(0, "racks", on=1)) == silence
        told = heard_since(table.post(1, "racks", on=1))
        assert {name[:18] for name in told["watcher"]} == {
            "the rack of seat 0",
            "the rack of seat 1",
        }
        assert not told["rival"]
        assert heard_since(table.post(0, "racks", on="")) == silence
        assert heard_since(table.play()) == silence


def test_the_admin_tells_no_secret(lay_table: Callable[..., Table]) -> None:
    table = lay_table(public="")
    table.play()
    editor = log_in_editor(table.site)
    secrets = secrets_from(table, None, {})
    seen = set()
    found = [
        editor.get(f"/admin/games/{model}/?q={quote(name)}").text
        for model, name in (("room", table.code), ("player", table.people[0].name))
    ]
    rows = re.findall(r"/admin/games/\w+/[\w-]+/change/", "".join(found))
    assert len(rows) >= 2
    rows.append(f"/admin/games/game/{table.game_id}/change/")
    for path, answer in crawl(editor, ["/admin/", *rows], below="/admin/games/"):
        assert not secrets.found_in(told_by(answer)), path
        assert answer.status == 200, path
        seen.add(path)
    assert len(seen) > 8


def log_in_editor(site: Site) -> Visitor:
    """A superuser, logged in."""
    name = f"editor-{new_key()[:8]}"
    site.manage(
        "shell",
        "-c",
        "from django.contrib.auth.models import User;"
        f"User.objects.create_superuser({name!r}, password={PASSWORD!r})",
    )
    editor = Visitor(site.web(1))
    answer = editor.post("/admin/login/?next=/admin/", htmx=False, username=name, password=PASSWORD)
    assert answer.status == 302, answer.text
    editor.token = ""
    return editor


def test_what_a_seat_is_told_may_not_be_kept_by_any_cache(lay_table: Callable[..., Table]) -> None:
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
        "conflict": person.post(table.path + "pass", **fields | {"key": new_key()}),
    }
    table.follow(seat, Pass())
    wanted = {"page": 200, "bundle": 200, "preview": 200, "refused": 422, "unreadable": 422}
    wanted |= {"hint": 403, "moved": 200, "conflict": 409}
    assert {name: answer.status for name, answer in answers.items()} == wanted
    for name, answer in answers.items():
        assert "no-store" in answer.headers["Cache-Control"], name
        assert "private" in answer.headers["Cache-Control"], name


def test_under_challenges_a_preview_does_not_tell_good_words_from_bad(
    lay_table: Callable[..., Table],
) -> None:
    table = lay_table(challenge="single")
    seat = table.mover
    rack = [tile.face for tile in table.state.seats[seat].rack if isinstance(tile, Letter)]
    one, two = "".join(rack[:5]), "".join(reversed(rack[:5]))
    shown = [table.post(seat, "preview", position="8D", tiles=word).text for word in (one, two)]
    for text in shown:
        assert 'data-lawful="1"' in text
        assert "not in the dictionary" not in text.lower()


def test_after_the_end_all_lies_open(lay_table: Callable[..., Table]) -> None:
    """The search itself is tried here: what was secret before is found now."""
    table = lay_table(seats=2)
    before = secrets_from(table, None, {})
    stranger = table.watcher()
    assert not before.found_in(stranger.get(table.path + "bundle").text)
    assert before.found_in(table.people[0].get(table.path).text) >= {"the rack of seat 0"}
    table.do(0, Resign())
    told = before.found_in(stranger.get(table.path + "bundle").text)
    assert told >= {"the rack of seat 0", "the rack of seat 1"}
    assert "the seed" in before.found_in(stranger.get(f"/games/{table.game_id}/bag.json").text)
