"""Progress callbacks, called with the steps done and their total, and how parts share one."""

from collections.abc import Callable

Progress = Callable[[int, int], None]

STEPS = 100_000
"""The total of a shared progress: fine enough to be shared again."""


def share_progress(whole: Progress | None, *shares: int) -> list[Progress]:
    """Divide a progress among parts that follow one another, by their share of the time.

    >>> def show(done, total):
    ...     print(f"{done / total:.1%}")
    >>> first, second = share_progress(show, 1, 3)
    >>> first(5, 10), second(1, 2), second(2, 2)
    12.5%
    62.5%
    100.0%
    (None, None, None)
    """
    if whole is None:
        return [ignore_progress for _share in shares]
    every = sum(shares)

    def make_part(before: int, share: int) -> Progress:
        def report(done: int, total: int) -> None:
            part = min(done / total, 1) if total else 1
            whole(int(STEPS * (before + share * part) / every), STEPS)

        return report

    return [make_part(sum(shares[:place]), share) for place, share in enumerate(shares)]


def ignore_progress(_done: int, _total: int) -> None:
    """Ignore progress: a callback for callers that report none."""
