"""Reasons of pairings as they are stored: codes with their values."""

from collections.abc import Iterable

from games.pairing.reasons import Reason

StoredReason = list[object]


def write_reasons(reasons: Iterable[Reason]) -> list[StoredReason]:
    """Return reasons as JSON.

    >>> write_reasons([Reason("repeat", (2,))])
    [['repeat', 2]]
    """
    return [[reason.code, *reason.values] for reason in reasons]


def read_reasons(stored: Iterable[StoredReason]) -> list[Reason]:
    """Return reasons that were stored.

    >>> read_reasons([["repeat", 2]])
    [Reason(code='repeat', values=(2,))]
    """
    return [Reason(str(code), tuple(values)) for code, *values in stored]  # type: ignore[arg-type]
