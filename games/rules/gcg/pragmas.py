"""What records made here say in headers of their own, for GCG has no line for it.

``#options challenge=five end_rule=passes ...``: the options of the game. ``#left 2 14 resigned``:
seat 2 left when 14 lines had been written. ``#challenged 2 14``: it challenged then; a challenge in
vain that brings no points has no line. ``#ended passes 1 lot``: why the game ended, which seat won
it, and what decided between equals. Programs that know none of these pass over them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from games.rules.clock import TimeControl
from games.rules.errors import RuleError
from games.rules.events import Outcome, Reason
from games.rules.gcg.records import Entry, EntryKind, Record
from games.rules.moves import Act, Annul, Forfeit, Lapse, Resign
from games.rules.options import ChallengeRule, Options
from games.rules.variants import Variant

OPTIONS, LEFT, CHALLENGED, ENDED = "options", "left", "challenged", "ended"

TURNS = (EntryKind.PLAY, EntryKind.EXCHANGE, EntryKind.PASS)
_PLAIN = ("challenge", "end_rule", "adjustment", "exchange_minimum", "placement")
_LEAVES: dict[str, type[Resign | Annul | Lapse]] = {
    "resigned": Resign,
    "annulled": Annul,
    "lapsed": Lapse,
}
_CAUSE = re.compile(r"forfeited ([a-z_]{1,20})")
_LEFT = re.compile(r"(\d) (\d{1,5}) (\w[\w ]{0,40})", re.ASCII)
_CHALLENGED = re.compile(r"(\d) (\d{1,5})", re.ASCII)
_ENDED = re.compile(r"([a-z_]+)(?: (\d)(?: ([a-z_]+))?)?")


@dataclass(frozen=True, slots=True)
class Leave:
    """``seat`` left by this act when ``after`` lines had been written."""

    seat: int
    after: int
    act: Act


@dataclass(frozen=True, slots=True)
class Doubt:
    """``seat`` challenged the play that lay there when ``after`` lines had been written."""

    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class Ending:
    reason: Reason
    winner: int | None
    tie_break: str | None


def write_options(options: Options) -> tuple[str, str]:
    figures = [f"{name}={getattr(options, name)}" for name in _PLAIN]
    return OPTIONS, " ".join([*figures, f"clock={options.clock.text}"])


def write_leave(seat: int, after: int, cause: str) -> tuple[str, str]:
    return LEFT, f"{seat + 1} {after} {cause}"


def write_challenge(seat: int, after: int) -> tuple[str, str]:
    return CHALLENGED, f"{seat + 1} {after}"


def write_ending(outcome: Outcome) -> tuple[str, str]:
    words: list[str] = [outcome.reason]
    if outcome.winner is not None:
        words += [str(outcome.winner + 1), *([outcome.tie_break] if outcome.tie_break else ())]
    return ENDED, " ".join(words)


def read_options(record: Record, variant: Variant, seats: int) -> Options | None:
    """``None`` where the record names none that this game offers."""
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
        )
        variant.check_options(options, seats)
    except RuleError:
        return None
    return options


def infer_options(record: Record, variant: Variant, seats: int) -> Options:
    """How tournaments play, as far as the game offers it, with the bonus and the count of tiles
    left that the record shows."""
    chosen = {"challenge": _challenge_rule(record), "end_rule": "scoreless"}
    if seats == variant.min_seats and _is_paid_twice(record):
        chosen["adjustment"] = "tournament"
    chosen["placement"] = "tournament"
    offered = {
        "challenge": variant.challenge_rules,
        "end_rule": tuple(variant.end_rules),
        "adjustment": tuple(variant.settlements),
        "placement": variant.placements,
    }
    return variant.options(**{n: value for n, value in chosen.items() if value in offered[n]})


def read_leaves(record: Record) -> Iterator[Leave]:
    """Those that fit what was played: nobody takes a turn after having left."""
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
                yield Leave(seat, after, act)


def read_challenges(record: Record) -> Iterator[Doubt]:
    """Those of a play after which no other turn was taken, by another player; turns that were lost
    may lie between."""
    nicks = [player.nick for player in record.players]
    for name, value in record.headers:
        found = _CHALLENGED.fullmatch(value) if name == CHALLENGED else None
        if not found or not 0 < int(found[1]) <= len(nicks) or int(found[2]) > len(record.entries):
            continue
        seat, after = int(found[1]) - 1, int(found[2])
        earlier = reversed(record.entries[:after])
        latest = next((one for one in earlier if one.kind is not EntryKind.PASS), None)
        if latest and latest.kind is EntryKind.PLAY and latest.player != nicks[seat]:
            yield Doubt(seat, after)


def read_ending(record: Record) -> Ending | None:
    found = _ENDED.fullmatch(record.header(ENDED))
    if not found or found[1] not in get_args(Reason):
        return None
    winner = int(found[2]) - 1 if found[2] else None
    if winner is not None and not 0 <= winner < len(record.players):
        return None
    reason: Reason = next(one for one in get_args(Reason) if one == found[1])
    return Ending(reason, winner, found[3])


def _read_cause(text: str) -> Act | None:
    if found := _CAUSE.fullmatch(text):
        return Forfeit(found[1])
    return _LEAVES[text]() if text in _LEAVES else None


def _takes_turn(nick: str, entries: Iterable[Entry]) -> bool:
    return any(entry.player == nick and entry.kind in TURNS for entry in entries)


def _challenge_rule(record: Record) -> ChallengeRule:
    bonuses = [one.score for one in record.entries if one.kind is EntryKind.CHALLENGE]
    if not bonuses:
        return ChallengeRule.SINGLE
    return ChallengeRule.TEN if all(bonus % 10 == 0 for bonus in bonuses) else ChallengeRule.FIVE


def _is_paid_twice(record: Record) -> bool:
    """Whether the seat that went out is paid for the others' tiles, and they do not pay."""
    points = [one.score for one in record.entries if one.kind is EntryKind.RACK]
    return bool(points) and all(point > 0 for point in points)
