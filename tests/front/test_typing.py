"""Typing in many languages: tiles of several letters, dead keys, input methods, scripts, blanks."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


class Keyboard:
    """Keys as operating systems report them, some of them without a letter."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def press_unidentified(self, key: str, code: int) -> None:
        """Press a key whose letter is not known yet: a dead key, or one for an input method."""
        event = {"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": code}
        self.session.send("Input.dispatchKeyEvent", event)

    def compose(self, *states: str) -> None:
        """Compose each of these texts in an input method in turn; the last one is committed."""
        for text in states:
            length = len(text)
            state = {"text": text, "selectionStart": length, "selectionEnd": length}
            self.session.send("Input.imeSetComposition", state)
        self.session.send("Input.insertText", {"text": states[-1]})

    def press(self, key: str, **more: bool) -> None:
        """Press a key of a layout that the test's browser does not know."""
        script = """([key, more]) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more}))"""
        self.page.evaluate(script, [key, more])


@pytest.fixture
def keys(page: Page) -> Keyboard:
    return Keyboard(page)


@pytest.fixture
def at(show):
    """Return a sample room with the cursor on a square."""

    def begin(name: str, square: str = "B2"):
        room = show(name)
        room.square(square).focus()
        return room

    return begin


def meant(page: Page):
    """Return the hint that shows how incomplete letters are understood."""
    return page.locator("#spelling-hint")


def test_letters_combine_into_one_tile(at, page):
    """A C that may become CH is shown as both; the next letter, Enter or an arrow decides."""
    room = at("spanish")
    page.keyboard.type("c")
    expect(room.tentative_tiles()).to_have_text(["C3"])
    expect(meant(page)).to_have_text("CCH")
    expect(room.square("B2")).to_be_focused()
    page.keyboard.type("h")
    expect(room.tentative_tiles()).to_have_text(["CH5"])
    expect(meant(page)).to_be_hidden()
    page.keyboard.type("a")
    expect(room.square("C2")).to_have_accessible_name("C2, A, 1 point, not played yet")
    page.keyboard.type("r")
    expect(room.tentative_tiles()).to_have_count(2)
    expect(meant(page)).to_have_text("R…RR")
    page.keyboard.type("r")
    expect(room.tentative_tiles()).to_have_text(["CH5", "A1", "RR8"])


def test_enter_or_an_arrow_separates_letters(at, page, stage):
    room = at("hungarian")
    page.keyboard.type("c")
    page.keyboard.press("Enter")
    expect(room.square("C2")).to_be_focused()
    page.keyboard.type("s")
    expect(room.tentative_tiles()).to_have_text(["C5", "S1"])
    assert not stage.of("play")
    page.keyboard.press("Escape")
    room.square("B2").focus()
    page.keyboard.type("c")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("s")
    expect(room.tentative_tiles()).to_have_text(["C5", "S1"])


def test_a_blank_can_be_a_letter_pair(at, page):
    """By Shift and both letters, by letters that have no tile each, or by its dialog."""
    room = at("hungarian")
    page.keyboard.press("Shift+C")
    expect(meant(page)).to_have_text("CCS")
    page.keyboard.press("Shift+S")
    expect(room.square("B2")).to_have_accessible_name("B2, CS, blank, not played yet")
    page.keyboard.press("Backspace")
    page.keyboard.type("zs")
    expect(room.tentative_tiles()).to_have_text(["ZS"])
    page.keyboard.press("Backspace")
    page.keyboard.press("?")
    page.keyboard.type("ty")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(room.tentative_tiles()).to_have_text(["TY"])
    expect(room.square("C2")).to_be_focused()


def test_waiting_letters_are_cancelled(at, page):
    room = at("hungarian")
    page.keyboard.type("g")
    expect(meant(page)).to_have_text("G…GY")
    page.keyboard.press("Backspace")
    expect(meant(page)).to_be_hidden()
    expect(room.tentative_tiles()).to_have_count(0)


def test_a_tap_completes_the_typed_letter(at, page):
    room = at("hungarian")
    page.keyboard.type("c")
    room.square("E5").click()
    expect(meant(page)).to_be_hidden()
    page.keyboard.type("s")
    expect(room.square("B2")).to_have_accessible_name(re.compile("^B2, C, "))
    expect(room.square("E5")).to_have_accessible_name(re.compile("^E5, S, "))


def test_letters_are_read_in_the_language_of_the_tiles(at, keys):
    for name, typed, faces in (
        ("turkish", "iış", ["İ1", "I2", "Ş4"]),
        ("german", "ßü", ["S1", "S1", "Ü6"]),
        ("greek", "άςώ", ["Α1", "Σ1", "Ω3"]),
        ("arabic", "أﺑى", ["أ10", "ب2", "ي1"]),
    ):
        room = at(name)
        for letter in typed:
            keys.press(letter)
        expect(room.tentative_tiles()).to_have_text(faces)


def test_altgr_makes_letters_and_ctrl_commands(at, keys):
    room = at("hungarian")
    keys.press("á", ctrlKey=True, altKey=True)
    keys.press("c", ctrlKey=True)
    expect(room.tentative_tiles()).to_have_text(["Á1"])


@pytest.mark.parametrize(
    ("name", "dead", "letter", "faces"),
    [("french", "´", "é", "E1"), ("greek", "΄", "ό", "Ο1"), ("hungarian", "˝", "ő", "Ő7")],
)
def test_dead_keys_compose_letters(at, page, keys, name, dead, letter, faces):
    """A focused field lets the system compose the letter, which is placed at the cursor."""
    room = at(name)
    keys.press_unidentified("Dead", 186)
    expect(page.get_by_label("Letters")).to_be_focused()
    keys.compose(dead, letter)
    expect(room.tentative_tiles()).to_have_text([faces])
    expect(room.square("C2")).to_be_focused()


def test_a_dead_key_is_followed_by_a_composed_letter(at, page, keys):
    """Most systems report the second key with its letter."""
    room = at("french")
    keys.press_unidentified("Dead", 186)
    keys.press("é")
    expect(room.tentative_tiles()).to_have_text(["E1"])


def test_an_input_method_composes_kana(at, page, keys):
    """The text being composed is shown beside the cursor; Enter takes it and does not play."""
    room = at("japanese")
    page.keyboard.press("ArrowRight")
    field = page.locator("#ime-input")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_name(re.compile("^C2, "))
    keys.press_unidentified("Process", 229)
    keys.session.send(
        "Input.imeSetComposition", {"text": "k", "selectionStart": 1, "selectionEnd": 1}
    )
    expect(meant(page)).to_have_text("k…")
    keys.compose("か")
    expect(room.tentative_tiles()).to_contain_text(["か"])
    expect(field).to_be_focused()
    keys.press_unidentified("Process", 229)
    keys.compose("さ", "さく")
    expect(room.tentative_tiles()).to_have_text([re.compile(face) for face in "かさく"])
    page.keyboard.press("Backspace")
    expect(room.tentative_tiles()).to_have_count(2)


@pytest.mark.parametrize(("name", "side"), [("hungarian", "left"), ("arabic", "right")])
def test_the_letters_of_a_blank_fit_their_tiles_and_follow_the_words_direction(
    at, page, name, side
):
    at(name)
    page.keyboard.press("?")
    letters = page.get_by_role("dialog").locator("[data-face]")
    expect(letters.first).to_be_visible()
    widest = letters.evaluate_all(
        """tiles => Math.max(...tiles.map(tile => {
            const text = document.createRange();
            text.selectNodeContents(tile);
            return text.getBoundingClientRect().width / tile.getBoundingClientRect().width;
        }))"""
    )
    assert widest < 0.85
    first, second = (letters.nth(n).bounding_box() for n in range(2))
    assert (first["x"] > second["x"]) == (side == "right")


def test_a_spectator_cannot_type_tiles(at, page, keys):
    at("spectator")
    keys.press_unidentified("Dead", 186)
    expect(page.locator("#ime-input")).not_to_be_focused()


def test_the_blank_dialog_accepts_composed_letters(at, page):
    """Some browsers report these only in the older event "keypress"."""
    room = at("hungarian")
    page.keyboard.press("?")
    page.evaluate(
        """document.activeElement.dispatchEvent(
            new KeyboardEvent("keypress", {key: "ű", bubbles: true, cancelable: true}))"""
    )
    expect(room.tentative_tiles()).to_have_text(["Ű"])
