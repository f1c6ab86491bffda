"""Drives the site as people use it, by what they read and press on a page.

Elements are found by role and name, as a screen reader finds them. Gestures are in
:mod:`tests.browser.gestures`, the expected content of pages in :mod:`tests.browser.planned_games`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, expect

from games.rules.equipment.squares import Direction, Square
from games.rules.equipment.tiles import BLANK, LetterTile, Tile
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play, Resign
from tests.browser.gestures import Mouse, middle_of

ASKED: dict[type[Act], tuple[str, str, str]] = {
    Pass: ("Pass", "Pass this turn?", "Pass"),
    Challenge: ("Challenge", "Challenge the last play?", "Challenge"),
    Resign: ("Resign", "Resign this game?", "Resign game"),
}
"""Acts that need a confirmation: the button, the question, the answer."""

CHALLENGE_RULES = {
    "Void": "Invalid words are rejected",
    "Single": "Challenges: no penalty",
    "Double": "Failed challenge: lose a turn",
    "10 points": "Failed challenge: +10",
    "Vote": "The other players vote",
}
"""How the choices of the field "Challenges" begin."""


def _number(text: str) -> int:
    """Parse a number as pages show it, with a true minus sign."""
    return int(text.replace("−", "-"))


class Lobby:
    """The page at ``/``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto("/")

    def take_name(self, name: str) -> None:
        field = self.page.get_by_role("textbox", name="Playing as")
        field.fill(name)
        with self.page.expect_response("**/name/") as saved:
            field.press("Enter")
        assert saved.value.status == 302

    def section(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name)

    def make_room(
        self,
        title: str,
        *,
        variant: str = "Scrabble",
        seats: int = 2,
        challenge: str = "Single",
        public: bool = True,
        opponent: str = "",
        teams: bool = False,
        rated: bool = False,
        clock: str = "",
        overtime: int = 0,
        days: str = "",
        unhurried: bool = True,
        **choices: str,
    ) -> "RoomPage":
        """Create a room.

        ``choices`` are labels of further lists with the choice for each. ``clock`` is minutes, or
        m:ss, for the whole game; ``days`` is "3 days" per turn. Nothing is copied from the host's
        last room.
        """
        self.page.get_by_role("link", name="Custom").click()
        form = self.page.get_by_role("form", name="Create a room")
        form.get_by_text("More options").click()
        form.get_by_label("Room name").fill(title)
        form.get_by_label("Invite a player by name").fill(opponent)
        form.get_by_role("radio", name=variant, exact=True).check()
        if variant == "Scrabble":
            form.get_by_role("radio", name=str(seats), exact=True).check()
            self._choose(form, "Challenges", CHALLENGE_RULES[challenge])
            form.get_by_label("Teams: up to four share a rack").set_checked(teams)
        for label, choice in choices.items():
            self._choose(form, label.replace("_", " "), choice)
        if form.get_by_label("Rated").count():  # offered to members only
            form.get_by_label("Rated").set_checked(rated)
        pace = "Custom…" if clock else days or "No clock"
        form.get_by_role("radio", name=pace, exact=True).check()
        if clock:
            form.get_by_label("Minutes per player (or m:ss)").fill(clock)
            form.get_by_label("Overtime (minutes)").fill(str(overtime))
        form.get_by_label("List publicly").set_checked(public)
        form.get_by_label("Computers take a moment to think").set_checked(unhurried)
        form.get_by_role("button", name="Create room").click()
        return RoomPage(self.page)

    def _choose(self, form: Locator, label: str, start: str) -> None:
        """Choose the option that starts with these words."""
        field = form.get_by_role("combobox", name=label)
        words = field.get_by_role(
            "option", name=re.compile(f"^{re.escape(start)}"), include_hidden=True
        )
        field.select_option(label=words.first.text_content())


class RoomPage:
    """The page of a room, before, during and after its games."""

    def __init__(self, page: Page, link: str = "") -> None:
        self.page = page
        if link:
            page.goto(link)
        expect(self.page.get_by_role("grid", name="Board", include_hidden=True)).to_be_attached()

    # --- what the page shows ---------------------------------------------------------------------

    @property
    def link(self) -> str:
        return self.page.url

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name="Board")

    @property
    def rack(self) -> Locator:
        return self.page.get_by_role("listbox", name="Rack")

    @property
    def last_move(self) -> Locator:
        return self.page.get_by_role("region", name="Last move")

    @property
    def moves(self) -> Locator:
        """The list of moves, even while its sheet is closed on a phone."""
        card = self.page.get_by_role("region", name="Moves", exact=True, include_hidden=True)
        return card.get_by_role("listitem", include_hidden=True)

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="Result")

    @property
    def verdict(self) -> Locator:
        return self.page.get_by_role("region", name="Challenge")

    def square(self, square: Square | str) -> Locator:
        name = square if isinstance(square, str) else square.name
        return self.board.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def option(self, tile: Tile | str) -> Locator:
        """Return the first tile of this kind on the rack."""
        face = (
            tile
            if isinstance(tile, str)
            else tile.face
            if isinstance(tile, LetterTile)
            else "blank"
        )
        name = re.compile("^blank$" if face == "blank" else f"^{re.escape(face)}, ")
        return self.rack.get_by_role("option", name=name).first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    def read_board(self) -> dict[str, str]:
        """Return the label of each filled square, by the square's name."""
        script = "cells => cells.map(cell => cell.ariaLabel)"
        names: list[str] = self.board.get_by_role("gridcell").evaluate_all(script)
        filled = [name for name in names if not name.endswith(", empty")]
        return dict(re.split(", ", name, maxsplit=1) for name in filled)

    def read_rack(self) -> list[str]:
        script = "options => options.map(option => option.getAttribute('aria-label'))"
        names: list[str] = self.rack.get_by_role("option").evaluate_all(script)
        return names

    def read_scores(self) -> dict[str, int]:
        groups = self.page.get_by_role("region", name="Scores").get_by_role("group")
        script = "groups => groups.map(g => [g.ariaLabel, g.querySelector('.score').textContent])"
        scores = groups.evaluate_all(script)
        return {re.sub(r", (here|away.*)$", "", name): _number(score) for name, score in scores}

    def read_state(self) -> dict[str, Any]:
        """Return the page's state data."""
        state: dict[str, Any] = json.loads(self.page.locator("#_state").text_content() or "")
        return state

    def tiles_left(self) -> Locator:
        return self.page.get_by_text(re.compile(r"^\d+ tiles? left$"))

    def expect_moves(self, count: int) -> None:
        """Wait until the list shows this many moves; the rest of the page is then current."""
        expect(self.moves.filter(has_not_text="No moves yet.")).to_have_count(count)

    def post(self, verb: str, fields: Mapping[str, str]) -> APIResponse:
        """Post a command as this page's script would, without using the page."""
        headers = json.loads(self.page.locator("body").get_attribute("hx-headers") or "{}")
        headers |= {"HX-Request": "true", "Referer": self.page.url}
        return self.page.request.post(f"{self.link}{verb}", form=dict(fields), headers=headers)

    # --- at the table ----------------------------------------------------------------------------

    def sit(self, free: int = 0) -> None:
        """Sit down on the first free seat, or on a later one."""
        self.button("Sit down").nth(free).click()
        expect(self.button("Sit down")).to_have_count(0)

    def start(self) -> None:
        self.button("Start game").click()
        self.expect_rack(7)

    def offer_rematch(self, other: "RoomPage") -> None:
        """Press "Rematch", and wait until another page shows the offer.

        A press on a button that is replaced at that moment gets lost.
        """
        self.button("Rematch").click()
        expect(other.result).to_contain_text("Rematch offered by")

    def expect_rack(self, count: int) -> None:
        expect(self.rack.get_by_role("option")).to_have_count(count)

    # --- turns -----------------------------------------------------------------------------------

    def do(self, act: Act) -> None:
        """Make any act in the quickest way that the page offers."""
        match act:
            case Play():
                self.lay(act)
                self.button("Play").click()
            case Exchange(tiles):
                self.exchange(tiles)
            case Accept():
                self.button("Accept").click()
            case _:
                button, question, answer = ASKED[type(act)]
                self.button(button).click()
                self.dialog(question).get_by_role("button", name=answer, exact=True).click()

    def lay(self, play: Play) -> None:
        """Lay a play: blanks by taps, then the letters by keys, beginning at a tapped square."""
        for square, letter in play.placed():
            if letter.blank:
                self.tap(BLANK, square)
                self.choose_blank(letter.face)
        letters = [(square, letter.face) for square, letter in play.placed() if not letter.blank]
        if letters:
            self.square(letters[0][0]).click()
            self.turn_to(play.position.direction)
            self.page.keyboard.type("".join(face for _, face in letters))

    def turn_to(self, direction: Direction) -> None:
        """Turn the cursor's arrow in this direction."""
        way = "across" if direction is Direction.ACROSS else "down"
        if self.board.get_attribute("data-direction") != way:
            self.page.keyboard.press("Space")

    def tap(self, tile: Tile | str, square: Square | str) -> None:
        self.option(tile).click()
        self.square(square).click()

    def drag(self, tile: Tile | str, square: Square | str) -> None:
        ends = middle_of(self.option(tile)), middle_of(self.square(square))
        Mouse(self.page).drag(*ends)

    def choose_blank(self, face: str) -> None:
        chooser = self.dialog("Choose a letter for the blank")
        chooser.get_by_role("button", name=face, exact=True).click()
        expect(chooser).to_be_hidden()

    def exchange(self, tiles: Sequence[Tile], verb: str = "") -> None:
        verb = verb or ("Swap" if self.button("Swap").count() else "Exchange")
        self.button(verb).click()
        chooser = self.dialog(verb)
        for tile in tiles:
            name = "^blank$" if not isinstance(tile, LetterTile) else f"^{tile.face}, "
            offered = chooser.get_by_role("button", name=re.compile(name), pressed=False)
            offered.first.click()
        chooser.get_by_role("button", name=re.compile(f"^{verb}")).click()
        expect(chooser).to_be_hidden()
