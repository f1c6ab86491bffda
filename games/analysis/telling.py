"""An analysis in sentences, as one tells it in a club after the game."""

from collections.abc import Iterator, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis.report import Choice, Report, SeatReport, TurnReport

SLIGHT = 0.5
"""A loss in points that is none: trials are no surer."""
MUCH_LUCK = 15.0
"""Points of luck in one draw that are worth a word."""


def write_points(points: float) -> str:
    """One decimal, with a true minus.

    >>> write_points(-4.25), write_points(12)
    ('−4.2', '12.0')
    """
    return number_format(round(points, 1), 1).replace("-", "−")


def write_chance(chance: float) -> str:
    """
    >>> write_chance(0.123)
    '12 %'
    """
    return f"{round(100 * chance)} %"


def name_choice(choice: Choice, *, swaps: bool = False) -> str:
    """An act as it is called: "QUARTET, 8D for 94"."""
    if choice.kind == "play":
        told = {"word": choice.word, "place": choice.position, "points": choice.score}
        return _("%(word)s, %(place)s for %(points)s") % told
    if choice.kind == "exchange":
        text = _("swapping %(tiles)s") if swaps else _("exchanging %(tiles)s")
        return text % {"tiles": choice.tiles}
    return _("passing")


def name_act(turn: TurnReport, *, swaps: bool = False) -> str:
    """What was made, whether or not it took a turn; empty for what is told elsewhere."""
    if turn.chosen is not None:
        return name_choice(turn.chosen, swaps=swaps)
    return {"challenge": _("a challenge"), "accept": _("accepting")}.get(turn.kind, "")


def tell_turn(turn: TurnReport, names: Sequence[str], *, swaps: bool = False) -> list[str]:
    """What there is to say of an act, the most telling first."""
    return [
        *_tell_challenge(turn),
        *_tell_words(turn, names),
        *_tell_choice(turn, swaps=swaps),
        *_tell_theft(turn),
        *_tell_luck(turn),
    ]


def _tell_challenge(turn: TurnReport) -> Iterator[str]:
    if turn.verdict == "right":
        yield _("A good challenge.")
    elif turn.verdict == "wrong":
        yield _("A challenge in vain: every word was good.")


def _tell_words(turn: TurnReport, names: Sequence[str]) -> Iterator[str]:
    if not turn.phonies:
        return
    words = ", ".join(turn.phonies)
    if turn.fate == "withdrawn":
        yield _("A phony, challenged and taken back: %(words)s.") % {"words": words}
    elif turn.passed_by:
        who = ", ".join(names[seat] for seat in turn.passed_by)
        yield _("A phony that stood: %(words)s. %(names)s missed the challenge.") % {
            "words": words,
            "names": who,
        }
    else:
        yield _("Not in the dictionary: %(words)s.") % {"words": words}


def _tell_choice(turn: TurnReport, *, swaps: bool) -> Iterator[str]:
    chosen = turn.chosen
    if chosen is not None and not turn.rack_known:
        yield _("The rack is not recorded.")
    if chosen is None or turn.lost is None or not turn.best:
        return
    best = turn.best[0]
    bingo = turn.missed_bingo
    if bingo is not None and turn.lost >= SLIGHT:
        yield _("Missed a bingo: %(play)s.") % {"play": name_choice(bingo, swaps=swaps)}
    if turn.lost < SLIGHT:
        yield _("The best there was.") if turn.place == 1 else _("As good as the best.")
        return
    if best != bingo:
        yield _("Better was %(play)s.") % {"play": name_choice(best, swaps=swaps)}
    yield _("Lost: %(loss)s.") % {"loss": tell_loss(turn.lost, turn.lost_win or 0.0)}


def tell_loss(points: float, chance: float) -> str:
    """Points of spread, and of the chance to win where it matters."""
    said = _("%(points)s points") % {"points": write_points(points)}
    if chance < SLIGHT / 100:
        return said
    return _("%(points)s and %(chance)s of the win") % {
        "points": said,
        "chance": write_chance(chance),
    }


def _tell_theft(turn: TurnReport) -> Iterator[str]:
    theft = turn.chosen.theft if turn.chosen else None
    if theft is None:
        return
    if theft.stolen or turn.stealable:
        yield _("Stole %(stolen)s of the %(most)s points that one play could steal.") % {
            "stolen": theft.stolen,
            "most": max(turn.stealable, theft.stolen),
        }
    if theft.safe:
        yield _("Made %(points)s points safe.") % {"points": theft.safe}
    if turn.left_open:
        yield _("Left %(points)s points to steal.") % {"points": turn.left_open}


def _tell_luck(turn: TurnReport) -> Iterator[str]:
    if turn.luck is None or abs(turn.luck.points) < MUCH_LUCK:
        return
    drawn = {"tiles": turn.luck.tiles, "points": write_points(abs(turn.luck.points))}
    if turn.luck.points > 0:
        yield _("A lucky draw, %(tiles)s: worth %(points)s points more than most.") % drawn
    else:
        yield _("An unlucky draw, %(tiles)s: worth %(points)s points less than most.") % drawn


def tell_seat(seat: SeatReport, report: Report, *, swaps: bool = False) -> list[str]:
    """A player's game."""
    return [
        *_tell_losses(seat),
        *_tell_bingos(seat),
        *_tell_slips(seat),
        *_tell_moment(_("Best moment: move %(number)s, %(play)s."), seat.best_turn, report, swaps),
        *_tell_worst(seat, report, swaps),
        *_tell_fortune(seat),
    ]


def _tell_losses(seat: SeatReport) -> Iterator[str]:
    if not seat.judged:
        yield _("No turn could be judged.")
        return
    told = {"points": write_points(seat.lost), "mean": write_points(seat.mean_loss)}
    yield ngettext(
        "%(n)s turn judged: %(points)s points lost.",
        "%(n)s turns judged: %(points)s points lost, %(mean)s on each.",
        seat.judged,
    ) % {**told, "n": seat.judged}


def _tell_bingos(seat: SeatReport) -> Iterator[str]:
    if seat.bingos_there == 1:
        found = bool(seat.bingos_found)
        yield _("Found the one bingo there was.") if found else _("Missed the one bingo there was.")
    elif seat.bingos_there:
        told = {"found": seat.bingos_found, "n": seat.bingos_there}
        yield _("Found %(found)s of the %(n)s bingos there were.") % told
    elif seat.judged:
        yield _("There was no bingo to be found.")


def _tell_slips(seat: SeatReport) -> Iterator[str]:
    for count, one, several in (
        (seat.phonies, _("Laid a phony."), _("Laid %(n)s phonies.")),
        (seat.challenges_missed, _("Missed a challenge."), _("Missed %(n)s challenges.")),
        (seat.challenges_wrong, _("Challenged in vain."), _("Challenged %(n)s times in vain.")),
    ):
        if count:
            yield one if count == 1 else several % {"n": count}


def _tell_moment(text: str, number: int | None, report: Report, swaps: bool) -> Iterator[str]:
    turn = report.turn(number) if number else None
    if turn is not None and turn.chosen is not None:
        yield text % {"number": turn.number, "play": name_choice(turn.chosen, swaps=swaps)}


def _tell_worst(seat: SeatReport, report: Report, swaps: bool) -> Iterator[str]:
    turn = report.turn(seat.worst_turn) if seat.worst_turn else None
    if turn is None or turn.chosen is None or turn.lost is None or not turn.best:
        return
    yield _(
        "Worst moment: move %(number)s, %(play)s instead of %(better)s, which lost %(loss)s."
    ) % {
        "number": turn.number,
        "play": name_choice(turn.chosen, swaps=swaps),
        "better": name_choice(turn.best[0], swaps=swaps),
        "loss": tell_loss(turn.lost, turn.lost_win or 0.0),
    }


def _tell_fortune(seat: SeatReport) -> Iterator[str]:
    if abs(seat.luck) < SLIGHT:
        return
    told = {"points": write_points(abs(seat.luck))}
    if seat.luck > 0:
        yield _("The draws were worth %(points)s points more than chance gives.") % told
    else:
        yield _("The draws were worth %(points)s points less than chance gives.") % told
