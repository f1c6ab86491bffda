"""Checks of game records:
the tile set, figures that no play explains, and odd files of programs."""

from __future__ import annotations

import pytest

from games.rules.equipment.errors import NotAllowedError, RecordError
from games.rules.gcg import Replay, read_record, replay_record

OPENING = ">ann: ADEINRT 8D TRAINED +68 68\n"


def replay(text: str | bytes, tile_set: str | None = None) -> Replay:
    return replay_record(read_record(text), tile_set)


def find_mistakes(text: str) -> list[tuple[str, int, int]]:
    return [(mistake.figure, mistake.stated, mistake.computed) for mistake in replay(text).mistakes]


# The tile set is stated or assumed, but never found by trial


def test_a_third_blank_is_no_sign_of_a_larger_set() -> None:
    text = OPENING + ">bob: S 8D .......s +8 8\n>ann: AB? 9E aB +3 71\n>bob: ?C 9H bC +5 13\n"
    with pytest.raises(RecordError) as refused:
        replay(text)
    assert (refused.value.code, refused.value.line) == ("tiles.too_many", 4)


def test_a_wrong_score_is_no_sign_of_another_language() -> None:
    replayed = replay(">ann: ADEINRT 8D TRAINED +71 71\n")
    assert replayed.tile_set.code == "en"
    assert [mistake.computed for mistake in replayed.mistakes] == [68]


@pytest.mark.parametrize(
    ("header", "code", "assumed"),
    [
        ("", "en", "tile set en: the default, as the record names none"),
        ("#lexicon CSW21\n", "en", "tile set en: the default for its lexicon, CSW21"),
        ("#lexicon FRA20\n", "fr", "tile set fr: the default for its lexicon, FRA20"),
        ("#lexicon Grandma's\n", "en", "tile set en: the default, as the record names none"),
        ("#tile-set en\n", "en", None),
        ("#tile-set English\n", "en", None),
        ("#TILE-SET en\n", "en", None),
        ("#tile-distribution german\n", "de", None),
        ("#tile-set Klingon\n", "en", "no tile set is called 'Klingon'"),
        ("#variant chess\n", "en", "no game is called 'chess'; assuming scrabble"),
        ("#game-type classic\n#board-layout CrosswordGame\n#style wsc2001\n", "en", "tile set en"),
        ("#variant super\n", "en-super", "tile set en-super: the default"),
        ("#board-layout SuperCrosswordGame\n#tile-set en\n", "en", None),
    ],
)
def test_missing_settings_are_listed_as_assumptions(
    header: str, code: str, assumed: str | None
) -> None:
    replayed = replay(header + ">ann: NEAT 8H NEAT +8 8\n")
    assert replayed.tile_set.code == code
    if assumed is None:
        assert replayed.assumed == ()
    else:
        assert replayed.assumed[0].startswith(assumed)


def test_requested_settings_win_and_must_exist() -> None:
    assert replay("#tile-set de\n" + OPENING, "en").tile_set.code == "en"
    with pytest.raises(NotAllowedError, match="no tile set 'xx'"):
        replay(OPENING, "xx")


# Figures that no play explains


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (">ann: (challenge) +5 73\n", []),
        (">ann: (challenge) +10 78\n", []),
        (">ann: (challenge) +7 75\n", [("score", 7, 5)]),
        (">ann: (challenge) +500 568\n", [("score", 500, 10)]),
        (">ann: (time) -10 58\n", []),
        (">ann: (time) -7 61\n", [("score", -7, -10)]),
        (">ann: (time) +30 98\n", [("score", 30, -10)]),
        (">bob: QVV -QV +0 0\n", []),
        (">bob: QVV -7 +0 0\n", []),
        (">bob: QVV -QVV +4 4\n", [("score", 4, 0)]),
        (">bob: QVV -QX +0 0\n", [("exchange", 2, 1)]),
        (">bob: QVV -9 +0 0\n", [("exchange", 9, 7)]),
        (">bob: QQJ -QQ +0 0\n", [("rack", 3, 2)]),
        (">bob: QVV - +3 3\n", [("score", 3, 0)]),
        (">bob: QVV - +0 5\n", [("total", 5, 0)]),
    ],
)
def test_figures_between_plays_are_checked(lines: str, found: list[tuple[str, int, int]]) -> None:
    assert find_mistakes(OPENING + lines) == found


def test_a_bonus_needs_a_play_of_the_same_player() -> None:
    with pytest.raises(RecordError) as refused:
        replay(OPENING + ">bob: (challenge) +5 5\n")
    assert (refused.value.code, refused.value.line) == ("gcg.challenge", 2)


@pytest.fixture(scope="module")
def finished(facts_dir) -> str:
    """A published game of two players that ends with "(tiles) +twice their value"."""
    return (facts_dir / "gcg" / "macondo__only_bingo.gcg").read_text("utf-8")


def last_line(text: str) -> tuple[str, str]:
    head, _, last = text.rstrip("\n").rpartition("\n")
    return head + "\n", last


def test_the_end_as_published_is_right(finished: str) -> None:
    assert find_mistakes(finished) == []


def test_the_end_is_counted(finished: str) -> None:
    head, last = last_line(finished)
    name, _, rest = last.partition(":")
    tiles, points, total = rest.split()
    won, before = int(points), int(total) - int(points)
    wrong = {
        f"{name}: {tiles} +{won // 2} {before + won // 2}": ("score", won // 2, won),
        f"{name}: {tiles} +{won + 2} {before + won + 2}": ("score", won + 2, won),
        f"{name}: {tiles} +{won} {before}": ("total", before, before + won),
        f"{name}: (E) +2 {before + 2}": ("left", 2, won),
        "": ("left", 0, won),
    }
    for line, found in wrong.items():
        assert found in find_mistakes(head + line + "\n"), line


def test_no_play_follows_the_end(finished: str) -> None:
    name = last_line(finished)[1].partition(":")[0]
    for line in (f"{name}: A 1A A +1 999", f"{name}: - +0 461", f"{name}: A -A +0 461"):
        with pytest.raises(RecordError) as refused:
            replay(finished.rstrip("\n") + "\n" + line + "\n")
        assert refused.value.code == "gcg.after_end"
        assert refused.value.line == len(finished.rstrip("\n").split("\n")) + 1
    assert not find_mistakes(finished.rstrip("\n") + f"\n{name}: (time) -10 491\n")[1:]


def test_deducted_racks_must_match_the_held_tiles() -> None:
    lost = OPENING + ">bob: QV (QV) -14 -14\n"
    assert find_mistakes(lost) == []
    assert find_mistakes(OPENING + ">bob: QV (QX) -18 -18\n") == [
        ("left", -18, -14),
        ("score", -18, -14),
    ]


# Lines that programs write, and absurd ones


@pytest.mark.parametrize(
    "data",
    [
        ("#character-encoding UTF-16\n" + OPENING.replace("ann", "łódź")).encode("utf-16"),
        OPENING.replace("ann", "łódź").encode("utf-16-le"),
        OPENING.replace("ann", "łódź").encode("utf-16-be"),
        OPENING.replace("ann", "łódź").encode("utf-32"),
        ("#character-encoding windows-1250\n" + OPENING.replace("ann", "łódź")).encode("cp1250"),
        ("#character-encoding raw_unicode_escape\n" + OPENING.replace("ann", "łódź")).encode(),
        ("#character-encoding nonsense\n" + OPENING.replace("ann", "łódź")).encode(),
    ],
)
def test_unusual_encodings_are_read(data: bytes) -> None:
    assert read_record(data).players[0].nick == "łódź"


@pytest.mark.parametrize("header", ["", "#character-encoding ISO-8859-1\n"])
def test_windows_letters_outside_the_standard_are_read(header: str) -> None:
    text = header + OPENING + "#note so… “good”\n"
    record = read_record(text.encode("cp1252"))
    assert record.entries[0].note == "so… “good”"


ABSURD = {
    "one event of 50 MB": b">ann: " + b"A" * 50_000_000,
    "one note of 50 MB": b"#note " + b"A" * 50_000_000,
    "spaces": b">ann:" + b" " * 3_200 + b"ADEINRT" + b" " * 3_200 + b"8D" + b" " * 3_200 + b"TRA",
    "a long event": b">" + b" a" * 900_000,
    "a note without end": OPENING.encode() + b"#note x\n" + b"it runs on\n" * 150_000,
    "escapes": b"#character-encoding raw_unicode_escape\n" + b"\\u0041" * 300_000,
    "punycode": b"#character-encoding punycode\n" + b"a-" * 900_000,
    "half of UTF-16": b"\xff\xfe" + b">\0" * 1_000_000,
    "brackets": b"[" * 2_000_000,
    "open brackets": b">a: " + b"(" * 1_900 + b" 8D A +1 1",
    "no event at all": b"#title A\n" * 200_000,
}


@pytest.mark.parametrize("name", ABSURD)
@pytest.mark.timeout(60)
def test_absurd_files_are_answered(name: str) -> None:
    """Each takes a moment; if any step took quadratic time, it would take minutes."""
    refused = None
    try:
        replay(ABSURD[name], "en")
    except RecordError as error:
        refused = error
    assert refused is None or (refused.line >= 1 and len(refused.message) < 300)


def test_any_spaces_are_accepted() -> None:
    spaced = OPENING.replace(" ", " " * 300 + "\t ")
    assert read_record(spaced) == read_record(OPENING)
