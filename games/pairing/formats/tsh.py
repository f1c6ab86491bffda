"""The files of tsh, the tournament software of many Scrabble clubs: a line for each player.

A division file (``a.t``) has one line for each player, numbered from 1::

    Finch, Robin      1650 2 3 0; 410 388 50; p12 1 2 0; board 1 1 0

After the name and the rating come the opponents of all rounds, 0 for a bye or a forfeit; after the
first semicolon the player's own scores, which for a bye or a forfeit are what it adds to the
spread. Further fields begin with a keyword: ``p12`` says who started (1 first, 2 second, 0 without
an opponent), ``board`` at which table, ``penalty`` what was taken from the spread after each round,
and ``off`` that the player has withdrawn, followed by the spread for each round missed. Other
fields are ignored, by tsh as well: so ``halfpoints`` can say how many half points a director has
taken away, which tsh does not know.

Source: the documentation of tsh, "Data Files", http://www.poslarchive.com/tsh/doc/
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from games.pairing.event import EventPlayer, PastRound, PlayedTable, ScoringSettings
from games.pairing.scoring import rank_table

NAME_WIDTH = 22
_LINE = re.compile(r"^(?P<name>.*?\S)[ \t]+(?P<rating>\d+)(?P<opponents>(?:[ \t]+\d+)*)[ \t]*$")
_NOT_IN_NAMES = re.compile(r"[;#\r\n\t]")
_BEFORE_DIGITS = re.compile(r" (?=\d)")
_NO_BREAK = "\u00a0"


class TshError(Exception):
    """Raised for a line that cannot be read; ``line`` counts from 1."""

    def __init__(self, code: str, line: int) -> None:
        super().__init__(f"{code} in line {line}")
        self.code, self.line = code, line


@dataclass(frozen=True, slots=True)
class TshPlayer:
    """One line of a division file. ``opponents`` has an entry for each round; ``scores`` leaves out
    rounds without a result, and ``starts`` and ``boards`` are empty if the file has none."""

    name: str
    rating: int = 0
    # Numbers of the opponents, 0 without one.
    opponents: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    # 1 for who started, 2 for the other, 0 without an opponent or if it is not known.
    starts: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()
    withdrawn: bool = False
    # What a director has taken away, from the points and from the spread.
    penalty_half_points: int = 0
    penalty_spread: int = 0
    # Where the player stands in a file that was read, from 1.
    line: int = field(default=0, compare=False)


def write_division(players: Iterable[TshPlayer]) -> str:
    """Return a division file.

    >>> print(write_division([TshPlayer("Finch, Robin", 1650, (2,), (410,), (1,), (1,))]), end="")
    Finch, Robin           1650 2; 410; p12 1; board 1
    """
    return "".join(f"{_write_player(player)}\n" for player in players)


def _write_player(player: TshPlayer) -> str:
    fields = [
        " ".join(
            [
                f"{_write_name(player.name):<{NAME_WIDTH}}",
                str(player.rating),
                *map(str, player.opponents),
            ]
        ),
        " ".join(map(str, player.scores)),
    ]
    for keyword, numbers in (("p12", player.starts), ("board", player.boards)):
        if numbers:
            fields.append(" ".join([keyword, *map(str, numbers)]))
    if player.penalty_spread:
        fields.append(f"penalty {-player.penalty_spread}")
    if player.penalty_half_points:
        fields.append(f"halfpoints {-player.penalty_half_points}")
    if player.withdrawn:
        fields.append("off -50")
    return "; ".join(fields)


def _write_name(name: str) -> str:
    """Return a name in which no number can be read as the rating.

    >>> _write_name("Amber 2; the first") == "Amber\u00a02 the first"
    True
    """
    return _BEFORE_DIGITS.sub(_NO_BREAK, " ".join(_NOT_IN_NAMES.sub(" ", name).split()))


def read_division(text: str) -> list[TshPlayer]:
    """Return the players of a division file. Raises TshError.

    >>> read_division("Finch, Robin 1650 2 0; 410 50; p12 1 0; board 1 0")[0].opponents
    (2, 0)
    """
    players = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        written = line.partition("#")[0].strip()
        if written:
            players.append(_read_player(written, number))
    return players


def _read_player(written: str, number: int) -> TshPlayer:
    head, *fields = (part.strip() for part in written.split(";"))
    found = _LINE.match(head)
    if found is None:
        raise TshError("tsh.player", number)
    keyed: dict[str, list[int]] = {}
    scores: list[int] = []
    for place, part in enumerate(fields):
        keyword, *values = part.split() or [""]
        if place == 0 and not keyword[:1].isalpha():
            scores = _read_numbers(part.split(), number)
        elif keyword in ("p12", "board", "off", "penalty", "halfpoints"):
            keyed[keyword] = _read_numbers(values, number)
    return TshPlayer(
        name=found["name"].replace(_NO_BREAK, " "),
        rating=int(found["rating"]),
        opponents=tuple(_read_numbers(found["opponents"].split(), number)),
        scores=tuple(scores),
        starts=tuple(keyed.get("p12", ())),
        boards=tuple(keyed.get("board", ())),
        withdrawn="off" in keyed,
        penalty_half_points=max(0, -sum(keyed.get("halfpoints", ()))),
        penalty_spread=-sum(keyed.get("penalty", ())),
        line=number,
    )


def _read_numbers(texts: Sequence[str], number: int) -> list[int]:
    try:
        return [int(text) for text in texts]
    except ValueError:
        raise TshError("tsh.number", number) from None


def to_rounds(players: Sequence[TshPlayer]) -> list[PastRound]:
    """Return the rounds of a division; players' ids are their numbers in the file.

    Raises TshError "tsh.opponent" for a player whose opponent says otherwise.
    """
    rounds = max((len(player.opponents) for player in players), default=0)
    return [_build_round(players, number) for number in range(rounds)]


def _build_round(players: Sequence[TshPlayer], number: int) -> PastRound:
    tables, byes = [], []
    for own, player in enumerate(players, 1):
        if number >= len(player.opponents):
            continue
        other = player.opponents[number]
        if other == 0:
            score = _get(player.scores, number) or 0  # 0 for a round that was missed
            if score > 0:
                byes.append(own)
            elif score < 0:
                tables.append(PlayedTable((own,), absent=frozenset({own})))
        elif other > len(players) or _get(players[other - 1].opponents, number) != own:
            raise TshError("tsh.opponent", player.line)
        elif _starts(players, own, other, number):
            tables.append(_build_table(players, own, other, number))
    return PastRound(tuple(tables), tuple(byes))


def _starts(players: Sequence[TshPlayer], own: int, other: int, number: int) -> bool:
    """Return whether a player started; if the file does not say, the one listed first did."""
    start = _get(players[own - 1].starts, number)
    return start == 1 if start in (1, 2) else own < other


def _build_table(players: Sequence[TshPlayer], one: int, other: int, number: int) -> PlayedTable:
    scores = tuple(_get(players[seat - 1].scores, number) for seat in (one, other))
    known = tuple(score for score in scores if score is not None)
    return PlayedTable((one, other), known if len(known) == len(scores) else ())


def _get(numbers: Sequence[int], place: int) -> int | None:
    return numbers[place] if place < len(numbers) else None


def from_rounds(
    players: Sequence[EventPlayer],
    names: dict[int, str],
    rounds: Sequence[PastRound],
    scoring: ScoringSettings,
) -> list[TshPlayer]:
    """Return the lines of a division with tables of two, in the order of ``players``.

    A bye is written as a win by its spread, or by 1 if it has none, a forfeit as a win for the
    player who was there. tsh knows only scores: if someone who was ahead resigned or lost on time,
    the winner's score is kept and the loser's becomes one less.
    """
    numbers = {player.id: number for number, player in enumerate(players, 1)}
    return [_build_player(player, names[player.id], numbers, rounds, scoring) for player in players]


def _build_player(
    player: EventPlayer,
    name: str,
    numbers: dict[int, int],
    rounds: Sequence[PastRound],
    scoring: ScoringSettings,
) -> TshPlayer:
    columns = [_build_column(player.id, past, numbers, scoring) for past in rounds]
    return TshPlayer(
        name=name,
        rating=player.rating,
        opponents=tuple(column[0] for column in columns),
        scores=tuple(column[1] for column in columns if column[1] is not None),
        starts=tuple(column[2] for column in columns),
        boards=tuple(column[3] for column in columns),
        withdrawn=player.withdrawn_from is not None,
        penalty_half_points=player.penalty_half_points,
        penalty_spread=player.penalty_spread,
    )


def _build_column(
    player: int, past: PastRound, numbers: dict[int, int], scoring: ScoringSettings
) -> tuple[int, int | None, int, int]:
    """Return the opponent, the score, who started and the table of one round."""
    if player in past.byes:
        return 0, max(1, scoring.bye_spread), 0, 0
    for board, table in enumerate(past.tables, 1):
        if player not in table.players:
            continue
        if not table.was_played:
            lost = player in table.absent
            return 0, -scoring.absence_spread if lost else scoring.absence_spread, 0, 0
        place = table.players.index(player)
        score = _list_scores(table)[place] if table.scores else None
        return numbers[table.players[1 - place]], score, place + 1, board
    return 0, 0, 0, 0


def _list_scores(table: PlayedTable) -> tuple[int, ...]:
    """Return the scores of a table of two such that the winner's is the higher one.

    >>> _list_scores(PlayedTable((1, 2), (310, 350), places=(1, 2)))
    (310, 309)
    """
    places = rank_table(table)
    winner, loser = sorted(range(2), key=lambda seat: places[table.players[seat]])
    scores = list(table.scores)
    if places[table.players[winner]] < places[table.players[loser]]:
        scores[loser] = min(scores[loser], scores[winner] - 1)
    return tuple(scores)


def list_division_letters(divisions: int) -> list[str]:
    """Return the names of this many divisions in tsh: A to Z, then AA and so on.

    >>> list_division_letters(3), list_division_letters(27)[-1]
    (['A', 'B', 'C'], 'AA')
    """
    return ["A" * (number // 26) + ascii_uppercase[number % 26] for number in range(divisions)]


def name_division_file(letter: str) -> str:
    return f"{letter.lower()}.t"


def write_config(title: str, divisions: Sequence[str], rounds: int) -> str:
    """Return a configuration that opens the files of these divisions.

    tsh calls divisions by letters. A comment says what they are called in the event.

    >>> print(write_config("Autumn Cup", ["A", "Second class"], 7), end="")
    config event_name = 'Autumn Cup'
    config max_rounds = 7
    division A a.t
    # B: Second class
    division B b.t
    """
    quoted = title.replace("\\", "").replace("'", "\u2019")
    lines = [f"config event_name = '{quoted}'", f"config max_rounds = {rounds}"]
    for letter, name in zip(list_division_letters(len(divisions)), divisions, strict=True):
        if name != letter:
            lines.append(f"# {letter}: {' '.join(name.split())}")
        lines.append(f"division {letter} {name_division_file(letter)}")
    return "".join(f"{line}\n" for line in lines)
