"""Exceptions by which a service refuses a request. A refusal leaves the database unchanged.

Moves that break the rules raise :class:`games.rules.equipment.errors.RuleError` instead. The
messages for both are in :mod:`games.play.perspective.wording`.
"""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Base class of refusals. ``code`` is a stable dotted name; ``status`` is the HTTP status."""

    status = 409

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class NotFound(Refusal):
    """There is no such room, game, seat or person."""

    status = 404


class Forbidden(Refusal):
    """This person may never do this here."""

    status = 403


class Conflict(Refusal):
    """The request came too late: the seat is taken, or the game has moved on."""

    status = 409


class InvalidRequest(Refusal):
    """The request itself is invalid: an unknown tile set, a nickname in use."""

    status = 422


class TooManyRequests(Refusal):
    """This was done too often recently; ``seconds`` is how long to wait."""

    status = 429

    @property
    def seconds(self) -> int:
        return int(str(self.data["seconds"]))


class Overloaded(TooManyRequests):
    """The server is busy for everyone; ``seconds`` is how long to wait before a retry."""

    status = 503
