"""Ladders: players in one order, who challenge those shortly above them for their places.

A ladder is a tuple of players from the top down. Every function returns a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

REACH = 3
"""How many places up a player may challenge."""


def list_challengeable(
    ladder: Sequence[int], player: int, busy: Collection[int] = ()
) -> tuple[int, ...]:
    """Return whom a player may challenge, from the top down: up to three places above.

    Players in ``busy`` have another challenge: they can neither challenge nor be challenged.

    >>> list_challengeable([1, 2, 3, 4, 5], 5)
    (2, 3, 4)
    >>> list_challengeable([1, 2, 3, 4, 5], 5, busy={3})
    (2, 4)
    >>> list_challengeable([1, 2, 3, 4, 5], 5, busy={5}), list_challengeable([1, 2], 1)
    ((), ())
    """
    if player not in ladder or player in busy:
        return ()
    place = ladder.index(player)
    return tuple(one for one in ladder[max(0, place - REACH) : place] if one not in busy)


def move_up(ladder: Sequence[int], challenger: int, challenged: int) -> tuple[int, ...]:
    """Return the ladder after a challenger's win: they take the loser's place.

    Everyone from there down to the challenger's old place moves one down. Nothing changes if the
    challenger is above by now, or if one of the two has left.

    >>> move_up([1, 2, 3, 4, 5], 5, 2)
    (1, 5, 2, 3, 4)
    >>> move_up([1, 2, 3], 1, 3), move_up([1, 2, 3], 9, 1)
    ((1, 2, 3), (1, 2, 3))
    """
    if challenger not in ladder or challenged not in ladder:
        return tuple(ladder)
    old, new = ladder.index(challenger), ladder.index(challenged)
    if old < new:
        return tuple(ladder)
    return (*ladder[:new], challenger, *ladder[new:old], *ladder[old + 1 :])


def close_up(ladder: Sequence[int], leaving: Collection[int]) -> tuple[int, ...]:
    """Return the ladder without those who leave: everyone below them moves up.

    >>> close_up([1, 2, 3, 4], {2, 3})
    (1, 4)
    """
    return tuple(player for player in ladder if player not in leaving)


def join_at_bottom(ladder: Sequence[int], player: int) -> tuple[int, ...]:
    """Return the ladder with a new player at the bottom. Joining twice changes nothing.

    >>> join_at_bottom([1, 2], 3), join_at_bottom([1, 2], 1)
    ((1, 2, 3), (1, 2))
    """
    return tuple(ladder) if player in ladder else (*ladder, player)
