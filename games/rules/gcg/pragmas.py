"""Our own headers in records, for facts that GCG has no line for.

``#options challenge=five end_rule=passes ...``: the options of the game. ``#left 2 14 resigned``:
seat 2 left after 14 lines. ``#challenged 2 14``: it challenged then; a failed challenge that gives
no points has no line. ``#ended passes 1 lot``: why the game ended, which seat won, and which
tie-break decided. Other programs ignore these headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from games.rules.equipment.errors import RuleError
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.plays.acts import Abort, Act, Annul, Expire, Forfeit, Resign
from games.rules.plays.events import EndReason, Outcome
from games.rules.positions.options import ChallengeRule, Options
from games.rules.positions.variants import Variant
from games.rules.time.clock import TimeControl

OPTIONS, LEFT, CHALLENGED, ENDED = "options", "left", "challenged", "ended"

TURNS = (EntryKind.PLAY, EntryKind.EXCHANGE, EntryKind.PASS)
_PLAIN = ("challenge", "end_rule", "adjustment", "exchange_minimum", "placement")
_SEPARATE_DRAWS = "separate_draws=yes"
"""Written only in records of swapped matches."""
_LEAVES: dict[str, type[Resign | Abort | Annul | Expire]] = {
    "resigned": Resign,
    "aborted": Abort,
    "annulled": Annul,
    "lapsed": Expire,
}
_CAUSE = re.compile(r"forfeited ([a-z_]{1,20})")
_LEFT = re.compile(r"(\d) (\d{1,5}) (\w[\w ]{0,40})", re.ASCII)
_CHALLENGED = re.compile(r"(\d) (\d{1,5})", re.ASCII)
_ENDED = re.compile(r"([a-z_]+)(?: (\d)(?: ([a-z_]+))?)?")


@dataclass(frozen=True, slots=True)
class LeavePragma:
    """``seat`` left by this act after ``after`` lines."""

    seat: int
    after: int
    act: Act


@dataclass(frozen=True, slots=True)
class ChallengePragma:
    """``seat`` challenged the latest play after ``after`` lines."""

    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class EndingPragma:
    """Why the game ended, which seat won (``None`` for a draw), and which tie-break decided."""

    reason: EndReason
    winner: int | None
    tie_break: str | None


def write_options(options: Options) -> tuple[str, str]:
    """Return the name and the value of the header for a game's options.

    >>> name, value = write_options(Options(clock=TimeControl.read("25+10")))
    >>> name, value.split()[0], value.split()[-1]
    ('options', 'challenge=single', 'clock=25+10')
    """
    figures = [f"{name}={getattr(options, name)}" for name in _PLAIN]
    draws = [_SEPARATE_DRAWS] if options.separate_draws else []
    return OPTIONS, " ".join([*figures, f"clock={options.clock.text}", *draws])


def write_leave(seat: int, after: int, cause: str) -> tuple[str, str]:
    """Return the header for a seat that left after ``after`` lines.

    >>> write_leave(1, 14, "resigned")
    ('left', '2 14 resigned')
    """
    return LEFT, f"{seat + 1} {after} {cause}"


def write_challenge(seat: int, after: int) -> tuple[str, str]:
    """Return the header for a seat that challenged after ``after`` lines.

    >>> write_challenge(1, 14)
    ('challenged', '2 14')
    """
    return CHALLENGED, f"{seat + 1} {after}"


def write_ending(outcome: Outcome) -> tuple[str, str]:
    """Return the header that says how a game ended.

    >>> write_ending(Outcome(1, "passes", (30, 40), (35, 45), (-5, -5)))
    ('ended', 'passes 2')
    """
    words: list[str] = [outcome.reason]
    if outcome.winner is not None:
        words += [str(outcome.winner + 1), *([outcome.tie_break] if outcome.tie_break else ())]
    return ENDED, " ".join(words)


def read_options(record: GcgRecord, variant: Variant, seats: int) -> Options | None:
    """Return the options of a record, or ``None`` if it states none that this game offers."""
    pairs = dict(pair.partition("=")[::2] for pair in record.header(OPTIONS).split())
    if not pairs:
        return None
    chosen = {name: pairs[name] for name in _PLAIN if name in pairs}
    minimum = chosen.pop("exchange_minimum", str(variant.exchange_minimums[0]))
    try:
        options = variant.options(
            **chosen,
            exchange_minimum=int(minimum) if re.fullmatch(r"\d{1,3}", minimum, re.ASCII) else -1,
            clock=TimeControl.read(pairs.get("clock", "none")),
            separate_draws=_SEPARATE_DRAWS in record.header(OPTIONS).split(),
        )
        variant.check_options(options, seats)
    except RuleError:
        return None
    return options


def infer_options(record: GcgRecord, variant: Variant, seats: int) -> Options:
    """Return tournament options as far as the game offers them.

    The challenge bonus and the count of tiles left are inferred from the record.
    """
    chosen = {"challenge": _challenge_rule(record), "end_rule": "scoreless"}
    if seats == variant.min_seats and _is_paid_twice(record):
        chosen["adjustment"] = "tournament"
    chosen["placement"] = "tournament"
    offered = {
        "challenge": variant.challenge_rules,
        "end_rule": tuple(variant.end_rules),
        "adjustment": tuple(variant.final_scorings),
        "placement": variant.placements,
    }
    return variant.options(**{n: value for n, value in chosen.items() if value in offered[n]})


def read_leaves(record: GcgRecord) -> Iterator[LeavePragma]:
    """Yield the departures that fit the record: no player takes a turn after leaving."""
    entries = record.entries
    end = next((n for n, one in enumerate(entries) if one.kind is EntryKind.RACK), len(entries))
    for name, value in record.headers:
        found = _LEFT.fullmatch(value) if name == LEFT else None
        act = _read_cause(found[3]) if found else None
        if not found or act is None:
            continue
        seat, after = int(found[1]) - 1, int(found[2])
        if 0 <= seat < len(record.players) and after <= end:
            nick = record.players[seat].nick
            if not _takes_turn(nick, entries[after:]):
                yield LeavePragma(seat, after, act)


def read_challenges(record: GcgRecord) -> Iterator[ChallengePragma]:
    """Yield challenges by another player than the latest play's, with no turn in between.

    Lost turns may come in between.
    """
    nicks = [player.nick for player in record.players]
    for name, value in record.headers:
        found = _CHALLENGED.fullmatch(value) if name == CHALLENGED else None
        if not found or not 0 < int(found[1]) <= len(nicks) or int(found[2]) > len(record.entries):
            continue
        seat, after = int(found[1]) - 1, int(found[2])
        earlier = reversed(record.entries[:after])
        latest = next((entry for entry in earlier if entry.kind is not EntryKind.PASS), None)
        if latest and latest.kind is EntryKind.PLAY and latest.player != nicks[seat]:
            yield ChallengePragma(seat, after)


def read_ending(record: GcgRecord) -> EndingPragma | None:
    """Return the stated ending, or ``None`` if there is none or it does not fit the record."""
    found = _ENDED.fullmatch(record.header(ENDED))
    if not found or found[1] not in get_args(EndReason):
        return None
    winner = int(found[2]) - 1 if found[2] else None
    if winner is not None and not 0 <= winner < len(record.players):
        return None
    reason: EndReason = next(
        reason_code for reason_code in get_args(EndReason) if reason_code == found[1]
    )
    return EndingPragma(reason, winner, found[3])


def _read_cause(text: str) -> Act | None:
    if found := _CAUSE.fullmatch(text):
        return Forfeit(found[1])
    return _LEAVES[text]() if text in _LEAVES else None


def _takes_turn(nick: str, entries: Iterable[RecordEntry]) -> bool:
    return any(entry.player == nick and entry.kind in TURNS for entry in entries)


def _challenge_rule(record: GcgRecord) -> ChallengeRule:
    bonuses = [entry.score for entry in record.entries if entry.kind is EntryKind.CHALLENGE]
    if not bonuses:
        return ChallengeRule.SINGLE
    return ChallengeRule.TEN if all(bonus % 10 == 0 for bonus in bonuses) else ChallengeRule.FIVE


def _is_paid_twice(record: GcgRecord) -> bool:
    """Return whether the player who went out is paid for the others' tiles while they pay
    nothing."""
    points = [entry.score for entry in record.entries if entry.kind is EntryKind.RACK]
    return bool(points) and all(point > 0 for point in points)
