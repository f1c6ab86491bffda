"""A pure-Python word graph builder, the baseline of :mod:`lexicon.graph.build` in the
benchmarks."""

from collections.abc import Iterable

SEPARATOR = 255


def count_states(keys: Iterable[bytes]) -> tuple[int, int]:
    """Return the numbers of states and arcs of the minimal GADDAG of these code strings."""
    strings = sorted(
        key[:turn][::-1] + (bytes((SEPARATOR,)) + key[turn:] if turn < len(key) else b"")
        for key in keys
        for turn in range(1, len(key) + 1)
    )
    register: dict[tuple[object, ...], int] = {}
    path: list[tuple[dict[int, int], set[int]]] = [({}, set())]
    previous = b""
    for string in [*strings, b""]:
        shared = 0
        while shared < min(len(string), len(previous)) and string[shared] == previous[shared]:
            shared += 1
        while len(path) > shared + 1:
            _close(path, previous[len(path) - 2], register)
        path.extend(({}, set()) for _ in string[shared:])
        if string:
            path[len(string) - 1][1].add(string[-1])
        previous = string
    _register(path[0], register)
    arcs = sum(len(arcs) for arcs, _ends in register)  # type: ignore[arg-type, misc]
    return len(register), arcs


def _close(
    path: list[tuple[dict[int, int], set[int]]],
    symbol: int,
    register: dict[tuple[object, ...], int],
) -> None:
    state = path.pop()
    if state[0] or state[1]:
        path[-1][0][symbol] = _register(state, register)


def _register(
    state: tuple[dict[int, int], set[int]], register: dict[tuple[object, ...], int]
) -> int:
    key = (tuple(sorted(state[0].items())), frozenset(state[1]))
    return register.setdefault(key, len(register) + 1)
