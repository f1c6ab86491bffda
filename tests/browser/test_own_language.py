"""Games in people's own languages, from the installation to the record, typed as they type there.

German comes from its whole package. Of the others, whose packages take from a quarter of a minute
to four, some thousands of words are installed by the same command.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from games.rules.board import Board, BoardTile
from games.rules.game import start_game
from games.rules.moves import Play
from games.rules.notation import lower_face
from games.rules.squares import Square
from games.rules.tiles import BLANK, Letter, TileSet, load_tile_set
from lexicon.errors import SourceError
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from lexicon.sources.catalogue import CATALOGUE
from tests.browser.conftest import Visit
from tests.browser.driver import RoomPage
from tests.browser.script import TEST_SEED, Plan
from tests.packaged import read_some
from tests.sites import Site, SiteMaker

OWN_NAMES = {
    "de": "Deutsch",
    "es": "Español",
    "hu": "Magyar",
    "el": "Ελληνικά",
    "tr": "Türkçe",
    "he": "עברית",
}
WHOLE = {"de"}
WANTED = {
    "es": ("CH", "LL", "RR"),
    "hu": ("CS", "GY", "LY", "NY", "SZ", "TY", "ZS"),
    "tr": ("İ", "I"),
}
"""Faces one of which is to be in the first play; in Hungarian a blank is to stand for it."""

PRESS = """([key, shiftKey]) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", {key, shiftKey, bubbles: true, cancelable: true}))"""
SETTLED = """() => {
    const state = JSON.parse(document.querySelector("#_state").textContent);
    return state.mine || state.phase === "over";
}"""


@pytest.fixture(scope="module")
def own_site(site_maker: SiteMaker) -> Iterator[Site]:
    """A site of its own: the others' has English alone."""
    made = site_maker.make("embedded", TEST_SEED=TEST_SEED)
    yield made
    site_maker.close(made)


def words_of(language: str) -> list[str]:
    try:
        return read_some(CATALOGUE[language])
    except SourceError as missing:
        pytest.skip(str(missing))


def install(site: Site, language: str, words: Sequence[str], folder: Path) -> None:
    if language in WHOLE:
        site.manage("install_language", language)
        return
    source, tile_set = CATALOGUE[language], load_tile_set(language)
    small = [lower_face(word, tile_set.language) for word in words]
    lines = [str(len(small)), *small] if source.has_stems else small
    (folder / source.files[0]).write_text("\n".join(lines), encoding="utf-8")
    (folder / source.files[0]).with_suffix(".aff").write_text("SET UTF-8\n", encoding="utf-8")
    site.manage("install_language", language, "--folder", str(folder))


class ForeignPlan(Plan):
    """A game with other tiles and words, known up to the first answer of the other seat."""

    def __init__(self, title: str, tile_set: TileSet, words: WordGraph) -> None:
        self.tile_set = tile_set
        self.__dict__["words"] = words
        super().__init__(title, options={"challenge": "void"})

    def __post_init__(self) -> None:
        super().__post_init__()
        options = self.state.options
        opened = start_game("scrabble", options, 2, self.seed, tile_set=self.tile_set.code)
        self.state = opened.state

    def look(self, told: dict[str, Any]) -> None:
        """Take board and rack from what the page was told."""
        tiles = {
            Square(at // 15, at % 15): BoardTile(face, bool(blank), 0)
            for at, face, _value, blank, *_ in told["tiles"]
        }
        rack = tuple(BLANK if face == "?" else Letter(face) for face, _value in told["rack"])
        seats = (replace(self.state.seats[0], rack=rack), *self.state.seats[1:])
        self.state = replace(self.state, board=Board(tiles), seats=seats)

    def first_play(self, wanted: Sequence[str], blank: bool) -> Play | None:
        """The longest play that has one of these faces, by a blank or its tile."""
        for play in self.plays(0):
            laid = [letter for _, letter in play.placed()]
            if not wanted or any(x.face in wanted and x.blank == blank for x in laid):
                return play
        return None


def plan_game(language: str, words: WordGraph) -> tuple[ForeignPlan, Play]:
    """A title whose first game begins with the play that is to be seen."""
    wanted, blank = WANTED.get(language, ()), language == "hu"
    tile_set = load_tile_set(language)
    for number in range(2000):
        plan = ForeignPlan(f"In {OWN_NAMES[language]} {number}", tile_set, words)
        rack = plan.rack(0)
        if plan.state.to_move != 0 or (blank and BLANK not in rack):
            continue
        if wanted and not blank and not any(Letter(face) in rack for face in wanted):
            continue
        if play := plan.first_play(wanted, blank):
            return plan, play
    raise AssertionError("no title begins so")


def type_play(page: RoomPage, play: Play, language: str) -> None:
    """Letter by letter, as the language's keyboard gives them; a blank by Shift, or by asking."""
    placed = list(play.placed())
    page.square(placed[0][0]).click()
    page.turn_to(play.position.direction)
    for square, letter in placed:
        small = lower_face(letter.face, language)
        loud = letter.blank and small != letter.face
        if letter.blank and not loud:
            page.page.evaluate(PRESS, ["?", False])
        for key in letter.face if loud else small:
            page.page.evaluate(PRESS, [key, loud])
        if page.page.locator("#meant").is_visible():
            page.page.keyboard.press("Enter")
        said = page.board.locator(f'[data-name="{square.name}"]')
        expect(said).to_have_accessible_name(
            f"{square.name}, {letter.face}, blank, not played yet"
            if letter.blank
            else f"{square.name}, {letter.face}, "
            + (
                f"{n} point{'s' * (n != 1)}"
                if (n := load_tile_set(language).values[letter.face])
                else ""
            )
            + ", not played yet"
        )


def play_typed(page: RoomPage, plan: ForeignPlan, play: Play, language: str) -> None:
    """Play it; it is on the board, and the computer has answered."""
    type_play(page, play, language)
    moves = page.read_state()["turn"]
    page.button("Play").click()
    page.page.wait_for_function(
        f"() => {{ const turn = {moves}; return ({SETTLED})() && "
        "JSON.parse(document.querySelector('#_state').textContent).turn > turn + 1; }"
    )
    told = page.read_state()
    plan.look(told)
    for square, letter in play.placed():
        assert plan.state.board.get(square) == BoardTile(letter.face, letter.blank, 0)


def pass_to_the_end(page: RoomPage) -> None:
    """The computer plays on alone."""
    while (told := page.read_state())["phase"] != "over":
        assert page.post("pass", {"game": told["game"], "turn": str(told["turn"])}).ok
        page.page.wait_for_function(
            f"() => ({SETTLED})() && JSON.parse(document.querySelector('#_state').textContent)"
            f".turn > {told['turn']}"
        )


@pytest.mark.parametrize("language", list(OWN_NAMES))
def test_a_game_in_ones_own_language(
    language: str, own_site: Site, visit: Visit, tmp_path: Path, shots_dir: Path
) -> None:
    words, tile_set = words_of(language), load_tile_set(language)
    install(own_site, language, words, tmp_path)
    build_graph(words, tile_set.faces, tmp_path / "graph", whole=tile_set.whole)
    plan, play = plan_game(language, WordGraph.open(tmp_path / "graph"))
    person = visit("Amber", at=own_site, locale=language)
    lobby = person.lobby
    lobby.page.locator("#id_language").select_option(label=OWN_NAMES[language])
    lobby.page.locator("[name=unhurried]").evaluate("box => { box.checked = false; }")
    lobby.page.screenshot(path=shots_dir / f"lobby-{language}.png")
    page = lobby.make_room(plan.title, challenge="Void")
    page.button("Add computer").click()
    page.dialog("How strong?").get_by_role("button", name="Strong").click()
    page.start()
    play_typed(page, plan, play, language)
    if again := plan.first_play((), blank=False):
        play_typed(page, plan, again, language)
    page.page.screenshot(path=shots_dir / f"game-{language}.png")
    pass_to_the_end(page)
    expect(page.result.get_by_role("heading")).to_be_visible()
    page.page.screenshot(path=shots_dir / f"end-{language}.png")
    page.result.get_by_role("link", name="Record", exact=True).click()
    expect(page.page.locator(f".board[dir={tile_set.direction}]")).to_be_visible()
    page.page.screenshot(path=shots_dir / f"record-{language}.png")
    assert not own_site.tracebacks()
