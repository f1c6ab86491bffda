"""The type of progress callbacks, called with the steps done and their total."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
