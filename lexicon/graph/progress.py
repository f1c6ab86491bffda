"""How long work tells where it stands: the steps done, and how many there are."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
