"""What the parts of an end-game search count, and when the search has to end."""

from lexicon.graph.jit import Array, bare_kernel

CUT_SHORT, WANTED, SPENT, ALLOWED = range(4)
"""Indices of a search's counters: lines of play not followed to the end of the game, the room for
plays that would have been needed (0 if there was enough), and the move generations used and
allowed. A search stops once it has used as many as are allowed."""
# A spread beyond every possible one.
INFINITE = 1 << 30


@bare_kernel
def is_stopped(stop: Array, tally: Array) -> bool:
    """Return whether the search must end with what it has."""
    stopped: bool = stop[0] + stop[1] != 0 or tally[SPENT] >= tally[ALLOWED]
    return stopped
