"""Game records: reading every dialect, replaying, reporting mistakes and writing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.rules.equipment.errors import RecordError, RuleError
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.flow.simulation import PseudoLexicon, choose_act, list_option_combinations
from games.rules.gcg import (
    EntryKind,
    RecordEntry,
    RecordPlayer,
    read_record,
    record_game,
    replay_record,
    write_record,
)
from games.rules.plays.acts import Act, Challenge, Pass, Resign
from games.rules.positions.variants import get_variant
from tests.rules.positions import ALL, SEED, AllExcept, play, table

OPENING = ">ann: ADEINRT 8D TRAINED +68 68\n"


def replay(text: str | bytes, tile_set: str | None = None):
    return replay_record(read_record(text), tile_set)


def test_every_published_record_replays(facts_dir: Path) -> None:
    """Only the records that the collection marks have mistakes."""
    files = sorted((facts_dir / "gcg").glob("*.gcg"))
    assert files
    readme = (facts_dir / "gcg" / "README.md").read_text("utf-8")
    for file in files:
        replayed = replay(file.read_bytes())
        (row,) = [line for line in readme.splitlines() if line.startswith(f"| {file.name} |")]
        assert bool(replayed.mistakes) == ("SCORE-SLIP" in row), file.name
        finals = dict(pair.rsplit(" ", 1) for pair in row.strip(" |").split("|")[-1].split(", "))
        assert {k.strip(): int(v) for k, v in finals.items()} == replayed.totals, file.name
        assert f" {len(replayed.entries)} / " in row, file.name


def test_every_published_record_reads_back_as_written(facts_dir: Path) -> None:
    for file in sorted((facts_dir / "gcg").glob("*.gcg")):
        record = read_record(file.read_bytes())
        assert read_record(write_record(record)) == record, file.name


def test_mistakes_keep_the_stated_figures() -> None:
    replayed = replay(">ann: ADEINRT 8D TRAINED +69 69\n>bob: S 8D .......S +9 9\n")
    (mistake,) = replayed.mistakes
    assert (mistake.figure, mistake.stated, mistake.computed, mistake.line) == ("score", 69, 68, 1)
    assert replayed.totals == {"ann": 69, "bob": 9}


def test_a_wrong_total_is_a_mistake() -> None:
    (mistake,) = replay(">ann: ADEINRT 8D TRAINED +68 69\n", "en").mistakes
    assert (mistake.figure, mistake.stated, mistake.computed) == ("total", 69, 68)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (">bob: S 8D .......S +9 9", ("TRAINEDS",)),
        (">bob: S 8d TRAINEDS +9 9", ("TRAINEDS",)),
        (">bob: S 8D (TRAINED)S +9 9", ("TRAINEDS",)),
        (">bob: S 8D [TRAINED]S +9 9", ("TRAINEDS",)),
        (">bob: S 8D trainedS +9 9", ("TRAINEDS",)),
        (">bob:   S   8D\t.......S +9   9   a good hook", ("TRAINEDS",)),
        (">bob: 8D .......S +9 9", ("TRAINEDS",)),
        (">bob: S__ 8D .......S +9 9", ("TRAINEDS",)),
    ],
)
def test_a_play_has_several_spellings(line: str, words: tuple[str, ...]) -> None:
    replayed = replay(OPENING + line, "en")
    assert replayed.entries[-1].words == words
    assert replayed.mistakes == ()


def test_every_kind_of_line_is_read() -> None:
    record = read_record(
        OPENING
        + ">ann: ABC (challenge) +5 73\n>bob: QVV -QV +0 0\n>ann: -4 +0 71\n>bob: - +0 0\n"
        + ">ann: ABC 9D AB +7 78\n>ann: ABC -- -7 71\n>bob: QV (time) -10 -10\n"
        + ">bob: Q (Q) +-10 -20\n>ann: (Q) +20 91 and so on\n"
    )
    kinds = [entry.kind for entry in record.entries[1:]]
    assert kinds == [
        EntryKind.CHALLENGE,
        EntryKind.EXCHANGE,
        EntryKind.EXCHANGE,
        EntryKind.PASS,
        EntryKind.PLAY,
        EntryKind.WITHDRAWAL,
        EntryKind.TIME,
        EntryKind.RACK,
        EntryKind.RACK,
    ]
    assert record.entries[-2] == RecordEntry("bob", EntryKind.RACK, "Q", -10, -20, tiles="Q")
    assert record.entries[-1].comment == "and so on"
    assert record.entries[3].tiles == "4"


def test_headers_and_notes_keep_their_lines() -> None:
    record = read_record(
        "#character-encoding UTF-8\n#player1 ann Ann Lee\n#title A game\n"
        + OPENING
        + "#note first\nit runs on\n\n#note second\n#rack2 ABC\n"
    )
    assert record.players == (RecordPlayer("ann", "Ann Lee"),)
    assert record.headers == (("title", "A game"), ("rack2", "ABC"))
    assert record.entries[0].note == "first\nit runs on\nsecond"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (">césar: ADEINRT 8D TRAINED +68 68".encode("iso-8859-1"), "césar"),
        (">césar: ADEINRT 8D TRAINED +68 68".encode(), "césar"),
        (b"\xef\xbb\xbf" + ">césar: ADEINRT 8D TRAINED +68 68\r\n".encode(), "césar"),
        (b"#character-encoding nonsense\n>a: ADEINRT 8D TRAINED +68 68", "a"),
        (
            b"#character-encoding ISO-8859-2\n" + ">ł: ADEINRT 8D TRAINED +68 68".encode("latin2"),
            "ł",
        ),
    ],
)
def test_every_encoding_is_read(data: bytes, name: str) -> None:
    assert read_record(data).players[0].nick == name


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "gcg.empty", 0),
        ("hello", "gcg.line", 1),
        (OPENING + ">bob: what", "gcg.event", 2),
        (OPENING + ">bob: ABC 8Z9 AB +1 1", "gcg.event", 2),
        (OPENING + ">bob: AB 1A AB +8 8", "placement.not_connected", 2),
        (OPENING + ">bob: AB 9Z AB +8 8", "placement.off_board", 2),
        (OPENING + ">bob: S 8D RRRRRRRS +8 8", "placement.occupied", 2),
        (OPENING + ">bob: QQ 8D .......QQ +8 8", "tiles.too_many", 2),
        (OPENING + ">bob: A 8D .......É +8 8", "notation.letter", 2),
        (OPENING + ">bob: A -- -66 0", "gcg.withdrawal", 2),
    ],
)
def test_records_that_do_not_replay_are_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        replay(text, "en")
    assert (caught.value.code, caught.value.line) == (code, line)


@given(st.one_of(st.binary(), st.text(), st.text(">#ab: 8GABC+-()[].?1\n\r\t")))
@example(b"#character-encoding idna\n\xff\xff")
@example(">a: A 8G AB +1 " + "9" * 5000)
def test_garbage_is_refused_without_a_crash(data: bytes | str) -> None:
    try:
        replay(data, "en")
    except RuleError:
        return


def test_tile_set_is_found_from_the_letters() -> None:
    assert replay(">a: ÓŻ 8G ÓŻ +20 20").tile_set.code == "pl"
    assert replay("#tile-set es\n>a: A[CH] 8G [CH]A +12 12").tile_set.code == "es"


# Records of games played here


def simulated(variant: str, seats: int, number: int) -> tuple[GameState, list[tuple[int, Act]]]:
    random, log = Random(number), []
    options = random.choice(list_option_combinations(get_variant(variant), seats))
    start = state = start_game(variant, options, seats, SEED).state
    while state.phase is not Phase.OVER:
        log.append(choose_act(state, random, PseudoLexicon()))
        state = apply(state, *log[-1], lexicon=PseudoLexicon(), seed=SEED).state
    return start, log


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("variant", "seats"), [("scrabble", 2), ("scrabble", 4), ("super", 2), ("qwibble", 2)]
)
def test_a_game_played_here_replays_without_mistakes(variant: str, seats: int, number: int) -> None:
    start, log = simulated(variant, seats, number)
    players = [RecordPlayer(f"p{n}", f"Player {n}") for n in range(seats)]
    record = record_game(start, log, players, lexicon=PseudoLexicon(), seed=SEED)
    replayed = replay(write_record(record))
    state = start
    for seat, act in log:
        state = apply(state, seat, act, lexicon=PseudoLexicon(), seed=SEED).state
    assert (replayed.mistakes, replayed.remarks) == ((), ())
    assert list(replayed.totals.values()) == [seat.score for seat in state.seats]
    assert read_record(write_record(record)) == record


def record_lines(start: GameState, *log: tuple[int, Act], lexicon: object = ALL) -> list[str]:
    players = [RecordPlayer("Ann Lee", "Ann Lee"), RecordPlayer("Ann:Lee", "")]
    record = record_game(start, log, players, lexicon=lexicon, seed=SEED)  # type: ignore[arg-type]
    return [line for line in write_record(record).splitlines() if line.startswith((">", "#note"))]


def test_a_phony_a_bonus_and_an_end_are_recorded() -> None:
    start = table("CAT", "QA", options={"challenge": "five"})
    lines = record_lines(start, (0, play(start, "8F", "CAT")), (1, Challenge()))
    assert lines == [
        ">Ann_Lee: ACT 8F CAT +10 10",
        ">Ann_Lee: (challenge) +5 15",
        ">Ann_Lee: (AQ) +11 26",
        ">Ann_Lee_: AQ (AQ) -11 -11",
    ]
    phony = record_lines(
        start,
        (0, play(start, "8F", "CAT")),
        (1, Challenge()),
        (1, Resign()),
        lexicon=AllExcept("CAT"),
    )
    assert phony == [
        ">Ann_Lee: ACT 8F CAT +10 10",
        ">Ann_Lee: ACT -- -10 0",
        "#note Ann_Lee_ resigned",
    ]


def test_a_lost_turn_is_recorded_as_a_pass() -> None:
    start = table("CATS", "QA", bag="EEEEEEE", options={"challenge": "double"})
    lines = record_lines(start, (0, play(start, "8F", "CAT")), (1, Challenge()), (0, Pass()))
    assert lines[1] == "#note Ann_Lee_ challenged without success"
    assert lines[2] == ">Ann_Lee_: AQ - +0 0"


def test_a_language_with_multi_letter_tiles_is_recorded() -> None:
    start = table("[CH]IC?", "A", tile_set="es", bag="EEEEEEE")
    assert record_lines(start, (0, play(start, "8H", "[CH]ICo")))[0].startswith(
        ">Ann_Lee: C[CH]I? 8H [CH]ICo +"
    )
