"""The TOU file, in which rating officers of many Scrabble associations receive results.

After the date and the title comes each division: its name behind an asterisk, a line with a lone 0,
and a line for each player, numbered from 1 in every division::

    *M05.10.2026 Autumn Cup
    *A
                                         0
    Robin Finch          2410  +2 2350   1
    Terry Wren            388   1  250   2
    *** END OF FILE ***

A pair of numbers stands for each round: the player's own score, which has 2000 added for a win and
1000 for a draw, and the opponent's number, with a plus sign if the player started. Without a game
the opponent is the player's own number, and the score is 300 plus the change of the spread: 2350
for a bye, 250 for a forfeit, 300 for a round that was missed.

Source: the pairing program AUPAIR, whose format rating programs read.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from games.pairing.formats.tsh import TshPlayer

NAME_WIDTH = 20
WIN, DRAW = 2000, 1000
WITHOUT_GAME = 300
_DIGITS = str.maketrans("", "", "0123456789*")


def write_tou(title: str, day: date, divisions: Mapping[str, Sequence[TshPlayer]]) -> str:
    """Return the file with the rounds that are over in all lines of a division.

    >>> finch = TshPlayer("Robin Finch", 1650, (2, 0), (410, 50), (1, 0))
    >>> wren = TshPlayer("Terry Wren", 1500, (1, 0), (388, -50), (2, 0))
    >>> for line in write_tou("Cup", date(2026, 10, 5), {"A": [finch, wren]}).split("\\r\\n"):
    ...     print(line)
    *M05.10.2026 Cup
    *A
                                         0
    Robin Finch          2410  +2 2350   1
    Terry Wren            388   1  250   2
    *** END OF FILE ***
    """
    lines = [f"*M{day:%d.%m.%Y} {' '.join(title.split())}"]
    for name, players in divisions.items():
        lines += [f"*{name}", f"{0:>38}"]
        rounds = min((len(player.scores) for player in players), default=0)
        for own, player in enumerate(players, 1):
            columns = (_write_round(players, own, number) for number in range(rounds))
            lines.append(f"{_write_name(player.name)}{''.join(columns)}")
    return "\r\n".join([*lines, "*** END OF FILE ***"])


def _write_name(name: str) -> str:
    """Return a name without digits, which would be read as scores.

    >>> _write_name("Robin 2") + "|"
    'Robin               |'
    """
    shown = " ".join(name.translate(_DIGITS).split()) or "?"
    return f"{shown[:NAME_WIDTH]:<{NAME_WIDTH}}"


def _write_round(players: Sequence[TshPlayer], own: int, number: int) -> str:
    player = players[own - 1]
    score, other = player.scores[number], player.opponents[number]
    if other == 0:
        return f"{WITHOUT_GAME + score + (WIN if score > 0 else 0):>5}{own:>4}"
    against = players[other - 1].scores[number]
    won = WIN if score > against else DRAW if score == against else 0
    opponent = f"+{other}" if player.starts[number] == 1 else str(other)
    return f"{score + won:>5}{opponent:>4}"
