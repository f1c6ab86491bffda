"""Records of legal plays that cannot have happened: each mistake is reported with its line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from games.rules.equipment.errors import RuleError
from games.rules.gcg import read_record, replay_record
from games.rules.gcg.decoding import read_lines

OPENING = ">ann: ADEINRT 8D TRAINED +68 68\n"
BOTH = OPENING + ">bob: S 8D .......S +9 9\n"
PHONY = OPENING + ">bob: QXVVUUI 9D VUX +29 29\n"
NAMED = "#player1 ann Ann\n#player2 bob Bob\n"


def find_mistakes(text: str) -> list[tuple[int, str]]:
    """Return the line of each mistake and its code."""
    found = replay_record(read_record(text), "en").mistakes
    return [(mistake.line, mistake.code or mistake.figure) for mistake in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # tiles on racks
        (OPENING + ">bob: ЖЖЖЖ - +0 0\n", [(2, "rack.letters")]),
        (">ann: ADEINRTXYZ 8D TRAINED +68 68\n", [(1, "rack.size")]),
        (">ann: ADEINRT___ 8D TRAINED +68 68\n", [(1, "rack.size")]),
        (">ann: ADEINRX 8D TRAINED +68 68\n", [(1, "rack.laid")]),
        (">ann: ADE____ 8D TRAINED +68 68\n", []),
        (">ann: ADE_ 8D TRAINED +68 68\n", [(1, "rack.laid")]),
        (OPENING + ">bob: QQQQ - +0 0\n", [(2, "rack")]),
        ("#rack1 QQQQ\n" + OPENING, [(1, "rack")]),
        ("#rack1 Q\n#rack2 Q\n" + OPENING, [(2, "rack")]),
        ("#rack2 ЖЖ\n" + OPENING, [(1, "rack.letters")]),
        ("#rack3 QV\n" + OPENING, [(1, "rack.nobody")]),
        ("#rack2 EEEQZ\n" + OPENING, []),
        # tiles exchanged
        (OPENING + ">bob: ABCDEFG -@#! +0 0\n", [(2, "exchange.letters")]),
        (OPENING + ">bob: ABCDEFG -0 +0 0\n", [(2, "exchange.none")]),
        (OPENING + ">bob: ABCDEFG -A_ +0 0\n", []),
        # squares played through
        (OPENING + ">bob: S 8D (TRAINED)S +9 9\n", []),
        (OPENING + ">bob: S 8D (CRAINED)S +9 9\n", [(2, "squares.letters")]),
        (OPENING + ">bob: S 8D TRA[INN]DS +9 9\n", [(2, "squares.letters")]),
        # turns
        (BOTH + ">bob: - +0 9\n", [(3, "turn.order")]),
        (OPENING + ">ann: - +0 68\n", [(2, "turn.other")]),
        (NAMED + OPENING + ">ann: - +0 68\n", [(4, "turn.order")]),
        (BOTH + ">ann: - +0 68\n>ann: -4 +0 68\n", [(4, "turn.order")]),
        (BOTH + ">cat: - +0 0\n>bob: - +0 9\n", [(4, "turn.order")]),
        ("#left 1 2 resigned\n" + BOTH + ">cat: - +0 0\n>bob: - +0 9\n", []),
        (PHONY + ">bob: QXVVUUI -- -29 0\n", []),
        (PHONY + ">bob: QXVVUUE -- -29 0\n", [(3, "rack.withdrawn")]),
        (PHONY + ">ann: - +0 68\n>bob: QXVVUUI -- -29 0\n", [(4, "turn.late")]),
        (PHONY + ">ann: - +0 68\n>bob: (challenge) +5 34\n", [(4, "turn.late")]),
        (PHONY + ">bob: (challenge) +5 34\n>bob: -- -29 5\n", [(4, "turn.judged")]),
        # the end
        (BOTH + ">bob: (QV) +28 37\n", [(3, "left.bag")]),
        (BOTH + ">ann: Q (Q) -10 58\n>bob: Q (Q) -10 -1\n", [(4, "left.tiles")]),
        (BOTH + ">ann: EE (EE) -2 66\n>ann: EE (EE) -2 64\n", [(4, "left.twice")]),
        # players
        ("#player1 ann Ann\n#player2 ann Bob\n" + OPENING, [(2, "player.twice")]),
        ("#player1 ann Ann\n#player1 bob Bob\n" + OPENING, [(2, "player.number")]),
        ("#player1\n" + OPENING, [(1, "player.unnamed")]),
        (NAMED + BOTH.replace(">bob", ">bop"), [(4, "player.unknown")]),
        (NAMED + BOTH, []),
        # headers
        ("#lexicon CSW21\n#title A\n#lexicon NWL23\n" + OPENING, [(3, "header.twice")]),
        ("#left 9 1 resigned\n" + BOTH, [(1, "header.meaning")]),
        ("#left 1 0 resigned\n" + BOTH, [(1, "header.meaning")]),
        ("#challenged 9 1\n" + BOTH, [(1, "header.meaning")]),
        ("#ended because\n" + BOTH, [(1, "header.meaning")]),
        ("#ended passes 2\n" + BOTH, [(1, "header.winner")]),
        ("#ended resigned 2\n" + BOTH, []),
    ],
)
def test_impossible_events_are_mistakes(text: str, found: list[tuple[int, str]]) -> None:
    assert find_mistakes(text) == found


@pytest.fixture(scope="module")
def finished(facts_dir) -> list[str]:
    """The lines of a published game that Alice ends by playing out."""
    return (facts_dir / "gcg" / "macondo__only_bingo.gcg").read_text("utf-8").splitlines()


def test_no_one_moves_after_the_last_tiles(finished: list[str]) -> None:
    """A failed challenge may cost a turn then, which is written as a pass;
    nothing else may follow."""
    end = len(finished)
    total = finished[-2].split()[-1]
    head = "\n".join(finished[:-1])
    for turn in ("P - +0 {}", "P -P +0 {}"):
        mistakes = find_mistakes(f"{head}\n>Bob: {turn.format(501)}\n{finished[-1]}\n")
        assert (end, "turn.after_out") not in mistakes or "-P" in turn
        assert ((end, "turn.after_out") in mistakes) == ("-P" in turn)
    twice = f"{head}\n>Bob: P - +0 501\n>Alice: - +0 {total}\n{finished[-1]}\n"
    assert (end + 1, "turn.after_out") in find_mistakes(twice)


def test_playing_more_tiles_than_a_seat_has_left_is_a_mistake(finished: list[str]) -> None:
    """Alice has four tiles left before her last play, so she cannot hold a fifth."""
    head, last = finished[:-2], finished[-2]
    assert last.startswith(">Alice: ILNT ")
    for rack, found in (("ILNT", []), ("ILNTP", [(len(finished) - 1, "rack.size")])):
        lines = [*head, last.replace("ILNT", rack), finished[-1]]
        assert find_mistakes("\n".join(lines)) == found


def doubts(lines: list[str]) -> list[str]:
    """Return the mistakes of a record, or the error's code if it cannot be replayed."""
    try:
        found = replay_record(read_record("\n".join(lines))).mistakes
    except RuleError as error:
        return [error.code]
    return [f"{mistake.code or mistake.figure} {mistake.stated}" for mistake in found]


def test_moving_any_line_of_a_published_record_is_noticed(facts_dir: Path) -> None:
    """A line is given to the other player, repeated, given other tiles,
    or swapped with the next one."""
    for file in sorted((facts_dir / "gcg").glob("*.gcg"))[::4]:
        lines, random = read_lines(file.read_bytes()), Random(file.name)
        events = [at for at, line in enumerate(lines) if line.startswith(">")]
        known = doubts(lines)
        names = [lines[at].partition(":")[0] for at in events]
        for at, then in random.sample([*pairwise(events)], min(4, len(events) - 1)):
            name, _, rest = lines[at].partition(":")
            other = next(one for one in names if one != name)
            swapped = lines.copy()
            swapped[at], swapped[then] = lines[then], lines[at]
            tiles = ["ЖЖ", *rest.split()[1:]] if rest.split()[0].isalpha() else ["ЖЖ", rest]
            for wrong in (
                [*lines[:at], f"{other}:{rest}", *lines[at + 1 :]],
                [*lines[: at + 1], *lines[at:]],
                [*lines[:at], f"{name}: {' '.join(tiles)}", *lines[at + 1 :]],
                swapped,
            ):
                assert doubts(wrong) != known, (file.name, lines[at])
