"""What a player misses: the points lost in a game, by the kind of the best play."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from django.utils.translation import gettext_lazy

from games.duplicate.perspective.viewdata import DuplicatePlayView, MissedKind, OwnTurn

PlayKind = Literal["bingo", "extension", "parallel", "through", "other"]

KIND_LABELS = {
    "bingo": gettext_lazy("Bingos"),
    "extension": gettext_lazy("Hooks and extensions"),
    "parallel": gettext_lazy("Parallel plays"),
    "through": gettext_lazy("Plays through letters on the board"),
    "other": gettext_lazy("Other plays"),
}


def find_kind(play: DuplicatePlayView) -> PlayKind:
    """Return the kind of a play by how it lies on the board.

    A hook or an extension adds to one word; a parallel play forms several words beside others; a
    play through letters uses those that are on the board as part of its own word.
    """
    if play.bingo:
        return "bingo"
    used = play.tiles.count(".")
    if used:
        extends = used > 1 and "." * used in play.tiles
        return "extension" if extends else "through"
    crossing = len(play.words) - 1
    if crossing == 0:
        return "other"
    return "extension" if crossing == 1 else "parallel"


def build_missed_kinds(
    turns: Iterable[tuple[DuplicatePlayView, OwnTurn]],
) -> tuple[MissedKind, ...]:
    """Return the kinds of best plays that there were, the most costly one first."""
    chances: defaultdict[PlayKind, list[OwnTurn]] = defaultdict(list)
    for best, own in turns:
        chances[find_kind(best)].append(own)
    kinds = [
        MissedKind(
            kind=kind,
            label=str(KIND_LABELS[kind]),
            chances=len(owns),
            found=sum(own.best for own in owns),
            lost=sum(own.lost for own in owns),
        )
        for kind, owns in chances.items()
    ]
    return tuple(sorted(kinds, key=lambda one: (-one.lost, one.kind)))
