"""From matched pairs to tables and byes, with the reasons that hold for every method."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.pairing.event import Pair
from games.pairing.field import Field
from games.pairing.reasons import Reason
from games.pairing.rounds import RoundDraft, TableDraft


def draft_pairs(
    field: Field, pairs: Iterable[Pair], describe: Callable[[int, int], Reason]
) -> RoundDraft:
    """Return the round of these pairs of indexes; ``describe`` gives a table's first reason."""
    pairs = sorted(pairs)
    byes = [one for one, other in pairs if other == field.bye]
    return RoundDraft(
        tables=tuple(
            draft_table(field, (one, other), describe(one, other))
            for one, other in pairs
            if other != field.bye
        ),
        byes=tuple(field.players[one] for one in byes),
        reasons=tuple(describe_bye(field, one) for one in byes),
    )


def draft_table(field: Field, pair: Pair, reason: Reason, is_scheduled: bool = False) -> TableDraft:
    """Return the table of two players by their indexes, the scheduled starter first."""
    return TableDraft(
        players=(field.players[pair[0]], field.players[pair[1]]),
        reasons=(reason, *_list_exceptions(field, min(pair), max(pair))),
        is_scheduled=is_scheduled,
    )


def describe_bye(field: Field, one: int) -> Reason:
    """Return why a player has the bye that goes to the lowest."""
    return Reason("bye.lowest", (field.players[one], one + 1, field.byes[one]))


def _list_exceptions(field: Field, one: int, other: int) -> list[Reason]:
    """Return what is unusual about a table; the better-placed player is given first."""
    reasons = []
    if one in field.leaders:
        code = "nothing_to_win" if other in field.nothing_to_win else "contender"
        reasons.append(Reason(f"leader.{code}", (field.players[one], field.players[other])))
    if meetings := field.count_meetings(one, other):
        reasons.append(Reason("repeat", (meetings,)))
    if field.teams[one] and field.teams[one] == field.teams[other]:
        reasons.append(Reason("team_mates"))
    return reasons
