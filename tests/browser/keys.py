"""Uses a page by keys alone, as someone without a pointer does: Tab, arrows, Enter and letters."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import LetterTile, Tile
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from tests.browser.page_driver import ASKED, CHALLENGE_RULES, RoomPage

HAS_FOCUS = "element => element === document.activeElement && element.matches(':focus-visible')"
MAX_STOPS = 120


class Keys:
    """The keyboard of one person."""

    def __init__(self, page: Page) -> None:
        self.page, self.keyboard = page, page.keyboard

    def reach(self, element: Locator, most: int = MAX_STOPS) -> None:
        """Press Tab until the element has the focus and shows it."""
        expect(element).to_be_visible()
        for _ in range(most):
            if element.evaluate(HAS_FOCUS):
                return
            self.keyboard.press("Tab")
        raise AssertionError(f"{most} times Tab do not reach {element}")

    def press(self, element: Locator, key: str = "Enter") -> None:
        self.reach(element)
        self.keyboard.press(key)

    def fill(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.keyboard.press("ControlOrMeta+a")
        self.keyboard.type(text)

    def check(self, radio: Locator, checked: Locator) -> None:
        """Choose one of several radio buttons, of which Tab only reaches the checked one."""
        self.reach(checked)
        for _ in range(20):
            if radio.is_checked():
                return
            self.keyboard.press("ArrowDown")
        raise AssertionError(f"arrows do not reach {radio}")

    def select(self, field: Locator, start: str) -> None:
        """Choose the option of a list that starts with these words."""
        self.reach(field)
        for _ in range(20):
            if str(field.evaluate("list => list.selectedOptions[0].text")).startswith(start):
                return
            self.keyboard.press("ArrowDown")
        raise AssertionError(f"no option {start}")

    # --- from the lobby to a seat ---------------------------------------------------------

    def take_name(self, name: str) -> None:
        self.page.goto("/")
        self.fill(self.page.get_by_role("textbox", name="Playing as"), name)
        with self.page.expect_response("**/name/"):
            self.keyboard.press("Tab")

    def make_room(self, title: str, *, challenge: str) -> RoomPage:
        """Create a public room of two seats without a clock."""
        self.press(self.page.get_by_role("link", name="Custom"))
        form = self.page.get_by_role("form", name="Create a room")
        self.press(form.get_by_text("More options"))
        self.select(form.get_by_role("combobox", name="Challenges"), CHALLENGE_RULES[challenge])
        clock = form.get_by_role("radio", name="No clock", exact=True)
        self.check(clock, form.locator("[name=clock]:checked"))
        self.fill(form.get_by_label("Room name"), title)
        public = form.get_by_label("List publicly")
        if not public.is_checked():
            self.press(public, " ")
        self.press(form.get_by_role("button", name="Create room"))
        self.page.wait_for_url("**/r/**")
        return RoomPage(self.page)

    def join_room(self, title: str) -> RoomPage:
        """Open a listed room and sit down."""
        rooms = self.page.get_by_role("region", name="Open rooms")
        self.press(rooms.get_by_role("link", name=title, exact=True))
        self.page.wait_for_url("**/r/**")
        room = RoomPage(self.page)
        self.press(room.button("Sit down"))
        expect(room.button("Sit down")).to_have_count(0)
        return room

    # --- at the table ---------------------------------------------------------------------

    def do(self, act: Act) -> None:
        """Make an act by keys alone."""
        room = RoomPage(self.page)
        match act:
            case Play():
                self._lay(room, act)
                self.keyboard.press("Enter")
            case Exchange(tiles):
                self.press(room.button("Exchange"))
                self._exchange(room.dialog("Exchange"), tiles)
            case Pass() | Challenge():
                button, question, answer = ASKED[type(act)]
                self.press(room.button(button))
                dialog = room.dialog(question)
                self.press(dialog.get_by_role("button", name=answer, exact=True))
            case Accept():
                self.press(room.button("Accept"))
            case _:
                raise AssertionError(f"no keys for {act}")

    def _lay(self, room: RoomPage, play: Play) -> None:
        """Lay a play letter by letter, from its first square on; a blank asks for its letter."""
        self.reach(room.board.locator("[role=gridcell][tabindex='0']"))
        first = play.placed()[0][0]
        self._go(first)
        expect(room.square(first)).to_be_focused()
        room.turn_to(play.position.direction)
        for square, letter in play.placed():
            if letter.blank:
                self.keyboard.press("?")
                expect(room.dialog("Choose a letter for the blank")).to_be_visible()
            self.keyboard.press(letter.face)
            laid = re.compile(f"^{square.name}, {letter.face}, .*not played yet$")
            expect(room.square(square)).to_have_accessible_name(laid)

    def _go(self, end: Square) -> None:
        """Move the cursor from the focused square to another."""
        label = str(self.page.evaluate("document.activeElement.ariaLabel"))
        start = Square.parse(label.split(",")[0])
        down, right = end.row - start.row, end.col - start.col
        for _ in range(abs(down)):
            self.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            self.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")

    def _exchange(self, dialog: Locator, tiles: Sequence[Tile]) -> None:
        for tile in tiles:
            name = f"^{tile.face}, " if isinstance(tile, LetterTile) else "^blank$"
            offered = dialog.get_by_role("button", name=re.compile(name), pressed=False)
            self.press(offered.first, " ")
        self.press(dialog.get_by_role("button", name=re.compile("^Exchange")))
        expect(dialog).to_be_hidden()
