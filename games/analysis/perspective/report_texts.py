"""Describes an analysis in sentences, as club players would after the game."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis.report import (
    AnalysedAct,
    GameReport,
    ReportDictionary,
    SeatReport,
    TurnReport,
)
from games.engine.analysis.summary import SMALL_LOSS
from games.play.perspective.places import describe_place
from games.rules.positions.variants import get_variant
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.language_names import translate_lexicon_name
from scrabble_site.shared.wording import format_decimal, format_percent, join_list

REMARKABLE_LUCK = 15.0
"""Luck in a draw is mentioned from this many points on."""


def format_points(points: float) -> str:
    """Format points with one decimal and a true minus sign.

    >>> format_points(-4.25), format_points(12)
    ('−4.2', '12.0')
    """
    return format_decimal(points)


def format_chance(chance: float) -> str:
    """Format a probability as a percentage.

    >>> format_chance(0.123)
    '12%'
    """
    return format_percent(100 * chance)


def format_choice(choice: AnalysedAct, *, swaps: bool = False) -> str:
    """Name a move, such as "QUARTET, D8 across for 94"."""
    if choice.kind == "play":
        values = {
            "word": write_final_letter(choice.word),
            "place": describe_place(choice.position),
            "points": choice.score,
        }
        return _("%(word)s, %(place)s for %(points)s") % values
    if choice.kind == "exchange":
        text = _("swapping %(tiles)s") if swaps else _("exchanging %(tiles)s")
        return text % {"tiles": choice.tiles}
    return _("passing")


def format_act(turn: TurnReport, *, swaps: bool = False) -> str:
    """Name what the player did; empty for what other parts of the page describe."""
    if turn.chosen is not None:
        return format_choice(turn.chosen, swaps=swaps)
    return {"challenge": _("a challenge"), "accept": _("accepting")}.get(turn.kind, "")


def format_dictionary(words: ReportDictionary) -> str:
    """Name the dictionary used to judge words, such as "English (open), revision 2"."""
    if words.revision is None:
        return translate_lexicon_name(words.name)
    values = {"name": translate_lexicon_name(words.name), "n": words.revision}
    return _("%(name)s, revision %(n)s") % values


def describe_turn(
    turn: TurnReport, names: Sequence[str], words: ReportDictionary, *, swaps: bool = False
) -> list[str]:
    """Return the remarks about a move, the most important first."""
    return [
        *_describe_challenge(turn),
        *_describe_words(turn, names, words),
        *_describe_choice(turn, swaps=swaps),
        *_describe_theft(turn),
        *_describe_luck(turn),
    ]


def _describe_challenge(turn: TurnReport) -> Iterator[str]:
    if turn.verdict == "right":
        yield _("Successful: the play came off the board.")
    elif turn.verdict == "wrong":
        yield _("Failed: all words are valid.")


def _describe_words(
    turn: TurnReport, names: Sequence[str], words: ReportDictionary
) -> Iterator[str]:
    if not turn.phonies:
        return
    bad = join_list(map(write_final_letter, turn.phonies))
    # Words may have been valid in the dictionary of that game, so no one is blamed for them.
    if not words.own or (turn.fate == "stood" and not turn.passed_by):
        yield _describe_unknown_words(words, bad)
    elif turn.fate == "withdrawn":
        yield _("Invalid and challenged off: %(words)s.") % {"words": bad}
    else:
        values = {"words": bad, "names": join_list(names[seat] for seat in turn.passed_by)}
        text = _("Invalid but not challenged off: %(words)s. %(names)s missed the challenge.")
        yield text % values


def _describe_unknown_words(words: ReportDictionary, bad: str) -> str:
    if not words.name:
        return _("Not in the dictionary: %(words)s.") % {"words": bad}
    values = {"dictionary": translate_lexicon_name(words.name), "words": bad}
    return _("Not in %(dictionary)s: %(words)s.") % values


def _describe_choice(turn: TurnReport, *, swaps: bool) -> Iterator[str]:
    chosen = turn.chosen
    if chosen is not None and not turn.rack_known:
        yield _("Rack not recorded.")
    if chosen is None or turn.lost is None or not turn.best:
        return
    best = turn.best[0]
    bingo = turn.missed_bingo
    if bingo is not None and turn.lost >= SMALL_LOSS:
        yield _("Missed a bingo: %(play)s.") % {"play": format_choice(bingo, swaps=swaps)}
    if turn.lost < SMALL_LOSS:
        yield _describe_equal_choices(turn)
        return
    if best != bingo:
        yield _("Better: %(play)s.") % {"play": format_choice(best, swaps=swaps)}
    yield _("Cost: %(loss)s.") % {"loss": describe_loss(turn)}


def _describe_equal_choices(turn: TurnReport) -> str:
    if turn.lost_error and turn.place != 1:
        return _("As good as the best move, as far as the simulation shows.")
    return _("Best move.") if _is_proved(turn) else _("Best move found.")


def _is_proved(turn: TurnReport) -> bool:
    return not turn.lost_error and all(choice.exact for choice in turn.best)


def describe_loss(turn: TurnReport) -> str:
    """Describe the loss in points and, if it matters, in winning chance.

    Estimates include their error.
    """
    lost, chance = turn.lost or 0.0, turn.lost_win or 0.0
    points = describe_points(lost, turn.lost_error)
    if chance < SMALL_LOSS / 100:
        return points
    text = _("%(points)s, −%(chance)s win chance")
    if turn.lost_error:
        text = _("%(points)s, about −%(chance)s win chance")
    return text % {"points": points, "chance": format_chance(chance)}


def describe_points(points: float, error: float) -> str:
    """Format a loss, such as "12.0 points" or "about 12.0 points (±5.1)"."""
    values = {"points": format_points(points), "error": format_points(error)}
    if not error:
        return _("%(points)s points") % values
    return _("about %(points)s points (±%(error)s)") % values


def format_figure(points: float, error: float) -> str:
    """Format a figure for a table, such as "12.0" or "12.0 ± 5.1", which may break before the ±."""
    return (
        f"{format_points(points)} ±\N{NO-BREAK SPACE}{format_points(error)}"
        if error
        else format_points(points)
    )


def _describe_theft(turn: TurnReport) -> Iterator[str]:
    theft = turn.chosen.theft if turn.chosen else None
    if theft is None:
        return
    if theft.stolen or turn.stealable:
        yield _("Stole %(stolen)s of %(most)s possible points.") % {
            "stolen": theft.stolen,
            "most": max(turn.stealable, theft.stolen),
        }
    if theft.safe:
        yield ngettext(
            "Made %(points)s point safe.", "Made %(points)s points safe.", theft.safe
        ) % {"points": theft.safe}
    if points := turn.left_open:
        yield ngettext(
            "Left %(points)s point open to steal.", "Left %(points)s points open to steal.", points
        ) % {"points": points}


def _describe_luck(turn: TurnReport) -> Iterator[str]:
    if turn.luck is None or abs(turn.luck.points) < REMARKABLE_LUCK:
        return
    drawn = {
        "tiles": turn.luck.tiles,
        "points": format_points(abs(turn.luck.points)),
        "error": format_points(turn.luck.error),
    }
    if turn.luck.points > 0:
        text = _("Lucky draw (%(tiles)s): about +%(points)s points (±%(error)s) vs average.")
    else:
        text = _("Unlucky draw (%(tiles)s): about −%(points)s points (±%(error)s) vs average.")
    yield text % drawn


def describe_seat(seat: SeatReport, report: GameReport, *, swaps: bool = False) -> list[str]:
    """Return the remarks about a player's whole game."""
    return [
        *_describe_losses(seat),
        *(_describe_bingos(seat) if pays_bingos(report) else ()),
        *_describe_phonies(seat, report.words),
        *_describe_moment(
            _("Best moment: move %(number)s, %(play)s."), seat.best_turn, report, swaps
        ),
        *_describe_worst_move(seat, report, swaps),
        *_describe_fortune(seat),
    ]


def _describe_losses(seat: SeatReport) -> Iterator[str]:
    if not seat.judged:
        yield _("No moves to analyse.")
        return
    values = {
        "lost": describe_points(seat.lost, seat.lost_error),
        "mean": describe_points(seat.mean_loss, seat.lost_error / seat.judged),
    }
    yield ngettext(
        "%(n)s move analysed. Cost: %(lost)s.",
        "%(n)s moves analysed. Cost: %(lost)s, average %(mean)s.",
        seat.judged,
    ) % {**values, "n": seat.judged}


def pays_bingos(report: GameReport) -> bool:
    """Return whether this variant has bingos."""
    return get_variant(report.variant).has_bingos


def _describe_bingos(seat: SeatReport) -> Iterator[str]:
    if seat.bingos_there == 1:
        found = bool(seat.bingos_found)
        yield _("Found the only bingo.") if found else _("Missed the only bingo.")
    elif seat.bingos_there:
        values = {"found": seat.bingos_found, "n": seat.bingos_there}
        yield _("Found %(found)s of %(n)s bingos.") % values
    elif seat.judged:
        yield _("No bingos were possible.")


def _describe_phonies(seat: SeatReport, words: ReportDictionary) -> Iterator[str]:
    if seat.phonies and not words.own:
        yield ngettext(
            "%(n)s play has words that aren't in %(dictionary)s.",
            "%(n)s plays have words that aren't in %(dictionary)s.",
            seat.phonies,
        ) % {"n": seat.phonies, "dictionary": translate_lexicon_name(words.name)}
        return
    if n := seat.phonies:
        yield ngettext("Played an invalid word.", "Played invalid words %(n)s times.", n) % {"n": n}
    if n := seat.challenges_missed:
        yield ngettext("Missed a challenge.", "Missed %(n)s challenges.", n) % {"n": n}
    if n := seat.challenges_wrong:
        yield ngettext("Failed a challenge.", "Failed %(n)s challenges.", n) % {"n": n}


def _describe_moment(
    text: str, number: int | None, report: GameReport, swaps: bool
) -> Iterator[str]:
    turn = report.turn(number) if number else None
    if turn is not None and turn.chosen is not None:
        yield text % {"number": turn.number, "play": format_choice(turn.chosen, swaps=swaps)}


def _describe_worst_move(seat: SeatReport, report: GameReport, swaps: bool) -> Iterator[str]:
    turn = report.turn(seat.worst_turn) if seat.worst_turn else None
    if turn is None or turn.chosen is None or turn.lost is None or not turn.best:
        return
    yield _("Worst moment: move %(number)s, %(play)s instead of %(better)s. Cost: %(loss)s.") % {
        "number": turn.number,
        "play": format_choice(turn.chosen, swaps=swaps),
        "better": format_choice(turn.best[0], swaps=swaps),
        "loss": describe_loss(turn),
    }


def _describe_fortune(seat: SeatReport) -> Iterator[str]:
    if abs(seat.luck) < SMALL_LOSS:
        return
    values = {"points": format_points(abs(seat.luck)), "error": format_points(seat.luck_error)}
    if seat.luck > 0:
        yield _("Luck: about +%(points)s points (±%(error)s).") % values
    else:
        yield _("Luck: about −%(points)s points (±%(error)s).") % values
