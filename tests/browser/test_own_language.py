"""Games in many languages, from the installation to the record, typed on the languages' keyboards.

German is installed from its complete package. Those of the other languages would take from a
quarter of a minute to four, so only some thousands of their words are installed, by the same
command.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.notation import lowercase_face
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, LetterTile, TileSet, load_tile_set
from games.rules.flow.game import start_game
from games.rules.plays.acts import Play
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import WordGraph
from lexicon.sources.catalogue import CATALOGUE
from lexicon.terms.errors import PackageError
from tests.browser.conftest import Visit
from tests.browser.http_actions import SeatClient
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import TEST_SEED, Plan
from tests.language_packages import read_some
from tests.lexicon.test_aspell import write_file
from tests.lexicon.test_hspell import ANY, NOUN, write_files
from tests.processes import wait_until
from tests.screenshots import save_screenshot
from tests.site_processes import Site, SiteMaker

OWN_NAMES = {
    "de": "Deutsch",
    "es": "Español",
    "hu": "Magyar",
    "el": "Ελληνικά",
    "tr": "Türkçe",
    "he": "עברית",
    "cy": "Cymraeg",
    "fi": "Suomi",
}
ALL_WHOLE = bool(os.environ.get("LANGUAGES"))
"""``make test-languages`` sets it and installs whole packages; the daily tests take a sample."""
WHOLE = set(OWN_NAMES) if ALL_WHOLE else {"de"}
SLOW = {"fi"}
"""Languages of which even a sample takes half a minute to make."""
PLAYED_TO_THE_END = {"cy", "fi"}
"""The others are passed to the end."""
WANTED = {
    "cy": ("CH", "DD", "FF", "LL", "NG", "RH", "TH"),
    "es": ("CH", "LL", "RR"),
    "hu": ("CS", "GY", "LY", "NY", "SZ", "TY", "ZS"),
    "tr": ("İ", "I"),
}
"""Faces of which the first play must contain one; in Hungarian as a blank."""

PRESS = """([key, shiftKey]) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", {key, shiftKey, bubbles: true, cancelable: true}))"""
SETTLED = """() => {
    const state = JSON.parse(document.querySelector("#_state").textContent);
    return state.mine || state.phase === "over";
}"""


@pytest.fixture(scope="module")
def own_site(site_maker: SiteMaker) -> Iterator[Site]:
    """A separate site: the shared one has only English."""
    made = site_maker.make("embedded", TEST_SEED=TEST_SEED)
    yield made
    site_maker.close(made)


def words_of(language: str) -> list[str]:
    try:
        return read_some(CATALOGUE[language])
    except PackageError as missing:
        pytest.skip(str(missing))


def install(site: Site, language: str, words: Sequence[str], folder: Path) -> None:
    if language in WHOLE:
        _install(site, language)
        return
    source, tile_set = CATALOGUE[language], load_tile_set(language)
    small = [lowercase_face(word, tile_set.language) for word in words]
    if source.files[0] == "hebrew.wgz":
        before = ("", *small)
        entries = (f"{len(last)}{word}" for last, word in zip(before, small, strict=False))
        write_files(folder, *((entry, ANY, NOUN) for entry in entries))
        _install(site, language, "--folder", str(folder))
        return
    if source.files[0] == "cy.cwl.gz":
        write_file(folder, *((0, word) for word in small))
        _install(site, language, "--folder", str(folder))
        return
    lines = [str(len(small)), *small] if source.has_stems else small
    (folder / source.files[0]).write_text("\n".join(lines), encoding="utf-8")
    (folder / source.files[0]).with_suffix(".aff").write_text("SET UTF-8\n", encoding="utf-8")
    _install(site, language, "--folder", str(folder))


def _install(site: Site, *arguments: str) -> None:
    command = ("install_language", *arguments)
    site.run(f"from django.core.management import call_command\ncall_command(*{command!r})")


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

    def look(self, found: dict[str, Any]) -> None:
        """Read board and rack from the page's state data."""
        tiles = {
            Square(at // 15, at % 15): BoardTile(face, bool(blank), 0)
            for at, face, _value, blank, *_ in found["tiles"]
        }
        rack = tuple(BLANK if face == "?" else LetterTile(face) for face, _value in found["rack"])
        seats = (replace(self.state.seats[0], rack=rack), *self.state.seats[1:])
        self.state = replace(self.state, board=Board(tiles), seats=seats)

    def first_play(self, wanted: Sequence[str], blank: bool) -> Play | None:
        """Return the longest play that has one of these faces, by a blank or its tile."""
        for play in self.plays(0):
            letters = [letter for _, letter in play.placed()]
            if not wanted or any(x.face in wanted and x.blank == blank for x in letters):
                return play
        return None


def plan_game(language: str, words: WordGraph) -> tuple[ForeignPlan, Play]:
    """Find a title whose first game begins with the play that the test needs."""
    wanted, blank = WANTED.get(language, ()), language == "hu"
    tile_set = load_tile_set(language)
    for number in range(2000):
        plan = ForeignPlan(f"In {OWN_NAMES[language]} {number}", tile_set, words)
        rack = plan.rack(0)
        if plan.state.to_move != 0 or (blank and BLANK not in rack):
            continue
        if wanted and not blank and not any(LetterTile(face) in rack for face in wanted):
            continue
        if play := plan.first_play(wanted, blank):
            return plan, play
    raise AssertionError("no title begins so")


def type_play(page: RoomPage, play: Play, language: str) -> None:
    """Type letter by letter, as the language's keyboard does.

    A blank is typed with Shift, or in its dialog for scripts without capitals.
    """
    placed = list(play.placed())
    page.square(placed[0][0]).click()
    page.turn_to(play.position.direction)
    for square, letter in placed:
        small = lowercase_face(letter.face, language)
        loud = letter.blank and small != letter.face
        if letter.blank and not loud:
            page.page.evaluate(PRESS, ["?", False])
        for key in letter.face if loud else small:
            page.page.evaluate(PRESS, [key, loud])
        if page.page.locator("#spelling-hint").is_visible():
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
    """Type and make the play; wait for the computer's answer and check the board."""
    type_play(page, play, language)
    moves = page.read_state()["turn"]
    page.button("Play").click()
    page.page.wait_for_function(
        f"() => {{ const turn = {moves}; return ({SETTLED})() && "
        "JSON.parse(document.querySelector('#_state').textContent).turn > turn + 1; }"
    )
    found = page.read_state()
    plan.look(found)
    for square, letter in play.placed():
        assert plan.state.board.get(square) == BoardTile(letter.face, letter.blank, 0)


def pass_to_the_end(page: RoomPage) -> None:
    """Pass to the end while the computer plays on, by requests; then open the page again."""
    seat, link = SeatClient(page.page, page.link), page.link
    page.page.goto("about:blank")
    while (state := seat.read_state())["phase"] != "over":
        seat.post("pass", game=str(state["game"]), turn=str(state["turn"]))
        wait_until(partial(is_settled, seat, state["turn"]), "the computer's answer", poll=0.1)
    page.page.goto(link)


def play_to_the_end(page: RoomPage, plan: ForeignPlan) -> None:
    """Play on until the game ends, by requests; then open the page again."""
    seat, link = SeatClient(page.page, page.link), page.link
    page.page.goto("about:blank")
    while (state := seat.read_state())["phase"] != "over":
        plan.look(state)
        turn = {"game": str(state["game"]), "turn": str(state["turn"])}
        if play := plan.first_play((), blank=False):
            position, tiles = play.write(plan.tile_set)
            seat.post("play", position=position, tiles=tiles, **turn)
        else:
            seat.post("pass", **turn)
        wait_until(partial(is_settled, seat, state["turn"]), "the computer's answer", poll=0.1)
    plan.look(state | {"rack": ()})
    page.page.goto(link)


def is_settled(seat: SeatClient, turn: int) -> bool:
    """Return whether the player may act after this turn, or the game is over."""
    state = seat.read_state()
    return bool(state["turn"] > turn and (state["mine"] or state["phase"] == "over"))


@pytest.mark.sampled("he")
@pytest.mark.parametrize("language", list(OWN_NAMES))
def test_a_game_is_played_in_the_players_language(
    language: str, own_site: Site, visit: Visit, tmp_path: Path, shots_dir: Path
) -> None:
    if language in SLOW and not ALL_WHOLE:
        pytest.skip("a slow one: make test-languages")
    words, tile_set = words_of(language), load_tile_set(language)
    own_site.start()
    install(own_site, language, words, tmp_path)
    build_graph(words, tile_set.faces, tmp_path / "graph", whole=tile_set.whole)
    plan, play = plan_game(language, WordGraph.open(tmp_path / "graph"))
    person = visit("Amber", at=own_site, locale="en-GB")
    lobby = person.lobby
    lobby.page.locator("#id_language").select_option(label=OWN_NAMES[language])
    custom = lobby.page.get_by_role("link", name="Custom")
    expect(custom).to_have_attribute("href", re.compile(rf"language={language}\b"))
    save_screenshot(lobby.page, shots_dir / f"lobby-{language}.png")
    own = OWN_NAMES[language]
    page = lobby.make_room(plan.title, challenge="Void", unhurried=False, Language=own)
    page.button("Add computer").click()
    # With few words a strong computer would exchange for a hundred turns.
    page.dialog("Choose a level").get_by_role("button", name="Casual").click()
    page.start()
    play_typed(page, plan, play, language)
    if again := plan.first_play((), blank=False):
        play_typed(page, plan, again, language)
    save_screenshot(page.page, shots_dir / f"game-{language}.png")
    if language in PLAYED_TO_THE_END:
        play_to_the_end(page, plan)
        laid = [tile.face for _square, tile in plan.state.board.items()]
        assert len(laid) > tile_set.total / 2, "the game ended with most tiles on the board"
        assert not WANTED.get(language) or set(WANTED[language]) & set(laid)
    else:
        pass_to_the_end(page)
    expect(page.result.get_by_role("heading")).to_be_visible()
    save_screenshot(page.page, shots_dir / f"end-{language}.png")
    page.result.get_by_role("link", name="Review game", exact=True).click()
    expect(page.page.locator(f".board[dir={tile_set.direction}]")).to_be_visible()
    save_screenshot(page.page, shots_dir / f"record-{language}.png")
    assert not own_site.tracebacks()
