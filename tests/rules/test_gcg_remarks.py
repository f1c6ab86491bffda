"""Contradictory racks are reported as remarks with their line, not as mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.rules.equipment.errors import RuleError
from games.rules.gcg import EntryKind, read_record, replay_record
from games.rules.gcg.decoding import read_lines
from games.rules.gcg.records import GcgRecord

HEAD = "#tile-set en\n"
FIRST = HEAD + ">ann: CATEEQZ 8G CAT +10 10\n"  # keeps EEQZ
ANSWER = ">bob: S?NNOOU 9G OS +7 7\n"
BACK = ">ann: CATEEQZ 8G CTA +10 10\n>ann: CATEEQZ -- -10 0\n"


def remarks(text: str) -> list[tuple[int, str, str]]:
    """Return the line of each remark, its code and its tiles."""
    found = replay_record(read_record(text)).remarks
    return [(one.line, one.code, one.about) for one in found]


@pytest.mark.parametrize(
    ("then", "found"),
    [
        (">ann: EEQZAAA - +0 10\n", []),
        (">ann: EEZAAAI - +0 10\n", [(4, "rack.kept", "Q")]),
        (">ann: AAIIOOU -AAI +0 10\n", [(4, "rack.kept", "EEQZ")]),
        # a rack that is named in part may hold tiles it does not name
        (">ann: AAA - +0 10\n", []),
        (">ann: AAAI - +0 10\n", [(4, "rack.kept", "EEQZ")]),
        (">ann: AAA____ - +0 10\n", []),
        (">ann: EEZAAA_ - +0 10\n", []),
        # tiles that another seat holds at that moment
        (">ann: EEQZA?? - +0 10\n", [(4, "rack.others", "?")]),
        (">ann: EEQZA?O - +0 10\n", []),
        # the end
        ("#rack1 EEQZ\n", []),
        ("#rack1 EEQAAAA\n", [(4, "rack.kept", "Z")]),
        ("#rack2 NNOUVVW\n", [(4, "rack.kept", "?")]),
        (">ann: EEQZ (EEQZ) -22 -12\n", []),
        (">ann: EEQAAAA (EEQAAAA) -16 -6\n", [(4, "rack.kept", "Z")]),
        # reported as a mistake instead, since the bag is not empty
        (">bob: (EEQAAAA) +32 39\n", []),
    ],
)
def test_kept_tiles_are_on_the_next_rack(then: str, found: list[tuple[int, str, str]]) -> None:
    assert remarks(FIRST + ANSWER + then) == found


@pytest.mark.parametrize(
    ("turns", "found"),
    [
        (">ann: EEQZAAI - +0 0\n>bob: - +0 0\n>ann: EEQZAAI - +0 0\n", []),
        (">ann: EEQZAAI - +0 0\n>bob: - +0 0\n>ann: EEQZAAO - +0 0\n", [(4, "rack.kept", "I")]),
        (">ann: EEQZAAI -EE +0 0\n>bob: - +0 0\n>ann: QZAAIOO - +0 0\n", []),
        (">ann: EEQZAAI -EE +0 0\n>bob: - +0 0\n>ann: EEQZAAO - +0 0\n", [(4, "rack.kept", "I")]),
        (">ann: EEQZAAI -2 +0 0\n>bob: - +0 0\n>ann: QZAAIOO - +0 0\n", []),
        (">ann: EEQZAAI -2 +0 0\n>bob: - +0 0\n>ann: QZAAOOO - +0 0\n", [(4, "rack.kept", "EEI")]),
        # a withdrawn play returns to the rack, and nothing was drawn
        (
            BACK + ">bob: - +0 0\n>ann: CATEEQZ 8G CAT +10 10\n",
            [],
        ),
        (
            BACK + ">bob: - +0 0\n>ann: EEQZIIO - +0 0\n",
            [(5, "rack.kept", "CAT")],
        ),
        # nothing is compared where turns are missing
        (">ann: EEQZAAI - +0 0\n>ann: OOUUVVW - +0 0\n", []),
        # a rack that is impossible anyway is reported once, as a mistake
        (">ann: EEQZAAI - +0 0\n>bob: - +0 0\n>ann: QQQQQQQ - +0 0\n", []),
    ],
)
def test_every_kind_of_turn_is_checked(turns: str, found: list[tuple[int, str, str]]) -> None:
    assert remarks(HEAD + turns) == found


def test_contradictions_in_published_records_are_remarked_on(
    facts_dir: Path,
) -> None:
    """Each of these was verified by hand, and there are no others."""
    found = {
        (file.name, *remark)
        for file in (facts_dir / "gcg").glob("*.gcg")
        for remark in remarks_of(read_record(file.read_bytes()))
    }
    assert found == {
        # Josh had kept two of the nine Is
        ("liwords__r16_lola.gcg", 18, "rack.others", "II"),
        # kept NOPUU, next rack NOOPRRU
        ("quackle__capp.gcg", 19, "rack.kept", "U"),
        # kept ORR, next rack EEMORSU
        ("quackle__capp.gcg", 21, "rack.kept", "R"),
        # kept PQRST, next rack ?INORST
        ("scrabble-stats__likeaboss_vs_danib.gcg", 23, "rack.kept", "PQ"),
        # kept NEUFE, next rack DRNEOFE
        ("scrabble-stats__wurdwiz_vs_likeaboss.gcg", 10, "rack.kept", "U"),
    }


def remarks_of(record: GcgRecord) -> list[tuple[int, str, str]]:
    return [(one.line, one.code, one.about) for one in replay_record(record).remarks]


@pytest.mark.slow
def test_a_wrong_letter_on_a_rack_is_noticed(facts_dir: Path) -> None:
    """A letter that was kept is written as another one: this rack or the next one shows it."""
    noticed, silent = 0, []
    for file in sorted((facts_dir / "gcg").glob("*.gcg"))[::3]:
        lines = read_lines(file.read_bytes())
        known = complaints(lines)
        for at, wrong in slipped(lines, Random(file.name)):
            if complaints([*lines[:at], wrong, *lines[at + 1 :]]) == known:
                silent.append((file.name, at + 1, wrong))
            else:
                noticed += 1
    assert noticed > 100
    assert len(silent) < noticed / 20, silent


def slipped(lines: list[str], random: Random) -> Iterator[tuple[int, str]]:
    """Yield lines with one letter of the rack changed,
    where the player's next rack is complete too."""
    record = read_record("\n".join(lines))
    turns = [each for each in record.entries if each.kind is EntryKind.PLAY]
    for now, then in zip(turns, turns[2:], strict=False):
        whole = all(len(one.rack) == 7 and one.rack.isalpha() for one in (now, then))
        kept = set(now.rack) - set(now.tiles.upper())
        if now.player != then.player or not whole or not kept:
            continue
        old = random.choice(sorted(kept))
        new = random.choice(sorted(set("BCDGHLMNPRSTU") - set(now.rack) - set(then.rack)))
        wrong = lines[now.line - 1].replace(now.rack, now.rack.replace(old, new, 1), 1)
        yield now.line - 1, wrong


def complaints(lines: list[str]) -> list[tuple[int, str]]:
    try:
        replay = replay_record(read_record("\n".join(lines)))
    except RuleError as error:
        return [(0, error.code)]
    mistakes = [(one.line, one.code) for one in replay.mistakes]
    return mistakes + [(one.line, one.code) for one in replay.remarks]
