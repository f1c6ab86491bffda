"""Images of positions: what they contain, and that they are drawn."""

import struct
import xml.etree.ElementTree as ET
import zlib
from typing import Any

import pytest
import resvg_py

from games.play.store.replay import replay_game
from games.records.perspective import OpenedRecord, open_record
from games.records.services import png_rendering
from games.records.services.record_sources import build_game_source
from games.records.views.svg import render_position_svg
from games.rules.equipment.tiles import load_tile_set, tile_set_codes
from games.rules.flow.game import start_game
from games.rules.flow.game_history import GameHistory
from games.rules.positions.variants import get_variant

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    return ["".join(found.itertext()).strip() for found in root.iter(f"{SVG}text")]


def pixels(png: bytes) -> tuple[int, int, set[bytes]]:
    """Return the width, the height and the distinct rows of pixel data of an RGBA PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6), "true colour with alpha"
    data, at = b"", 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    # Each row of pixels starts with one byte for its filter.
    raw = zlib.decompress(data)
    assert len(raw) == height * (4 * width + 1)
    lines = [raw[row * (4 * width + 1) + 1 :][: 4 * width] for row in range(height)]
    return width, height, set(lines)


def picture(client: Any, game: Any, number: int, form: str) -> Any:
    return client.get(f"/games/{game.pk}/{number}.{form}")


def test_a_picture_shows_the_position(ended, client) -> None:
    steps = list(replay_game(ended))
    for number in (0, 1, len(steps)):
        state = steps[number - 1].after.state if number else steps[0].before
        answer = picture(client, ended, number, "svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert "max-age" in answer["Cache-Control"]
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
        found = texts(answer.content.decode())
        faces = [tile.face for _square, tile in state.board.items()]
        racks = [getattr(tile, "face", "") for seat in state.seats for tile in seat.rack]
        for face in {*faces, *racks} - {*"ABCDEFGHIJKLMNO", ""}:
            assert found.count(face) == (faces + racks).count(face)
        assert {"Amber", "Cobalt", *(str(seat.score) for seat in state.seats)} <= set(found)
        assert (f"Scrabble · Move {number} of {len(steps)}" in found) == (number > 0)


def test_the_last_play_is_marked(ended, client) -> None:
    first = next(iter(replay_game(ended))).after.state
    marked = picture(client, ended, 1, "svg").content.decode().count('stroke="#27664f"')
    assert marked == len(first.board)
    assert 'stroke="#27664f"' not in picture(client, ended, 0, "svg").content.decode()


def test_the_png_can_be_seen(ended, client) -> None:
    answer = picture(client, ended, 1, "png")
    assert answer["Content-Type"] == "image/png"
    width, height, lines = pixels(answer.content)
    assert (width, height) == (1200, 630)
    assert len(lines) > 300, "hardly a line is like another"


def test_letters_are_drawn_without_system_fonts() -> None:
    """The fonts that come with the project have every face of every tile set."""
    drawn: dict[str, bytes] = {}
    for code in tile_set_codes():
        for face in load_tile_set(code).faces:
            drawn.setdefault(face, draw_alone(face))
    nothing = draw_alone("")
    # No font has this private character, so it shows what a missing letter looks like.
    unknown = draw_alone("\U000f0000")
    assert len(drawn) > 200
    assert not [face for face, png in drawn.items() if png in (nothing, unknown)]


def draw_alone(text: str) -> bytes:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><text x="4" y="24"'
        f' font-family="{png_rendering.FONT_FAMILY}" font-weight="bold" font-size="20">'
        f"{text}</text></svg>"
    )
    fonts = list(png_rendering.FONT_FILES)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, skip_system_fonts=True))


@pytest.mark.parametrize("code", ["he", "ar", "es", "hu", "ru", "ja-Hira"])
def test_right_to_left_boards_are_drawn_from_the_right(ended, code) -> None:
    """Racks in many languages. The board is mirrored where words run from right to left."""
    opened = dealt(ended, code)
    found = texts(render_position_svg(opened, 0))
    faces = {
        getattr(tile, "face", "") for seat in opened.history.opening.seats for tile in seat.rack
    }
    assert faces <= {*found, ""}
    columns = [name for name in found if name in set("ABCDEFGHIJKLMNO")][:15]
    svg = ET.fromstring(render_position_svg(opened, 0))
    named = {
        "".join(one.itertext()): float(one.get("x") or 0)
        for one in svg.iter(f"{SVG}text")
        if one.get("y") == "-7.0"
    }
    assert len(columns) == len(named) == 15
    assert (named["A"] > named["O"]) == (opened.tile_set.direction == "rtl")


def dealt(ended: Any, code: str) -> OpenedRecord:
    """Return the record of a game of these tiles that has just been dealt."""
    record = open_record(build_game_source(ended))
    options = get_variant("scrabble").options()
    opening = start_game("scrabble", options, 2, b"x" * 32, tile_set=code).state
    return OpenedRecord(record.source, GameHistory(opening, ()), (), record.names)


def test_nonexistent_positions_have_no_picture(ended, open_table, client) -> None:
    assert picture(client, ended, ended.turn_number + 1, "png").status_code == 404
    assert picture(client, ended, 10**30, "svg").status_code == 404
    running = open_table()
    game = running.games.get()
    assert picture(client, game, 0, "svg").status_code == 404


def test_a_shared_link_is_previewed_by_its_position(ended, client, settings) -> None:
    page = client.get(f"/games/{ended.pk}/?move=1").content.decode()
    address = f"{settings.SITE_URL}/games/{ended.pk}/"
    assert f'<meta property="og:image" content="{address}1.png">' in page
    assert f'<meta property="og:url" content="{address}">' in page
    assert 'name="twitter:card" content="summary_large_image"' in page
    assert f'value="{address}?move=1"' in page
