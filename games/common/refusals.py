"""Why a service said no. Every refusal leaves the database as it was.

Unlawful acts keep the rules' own error (:class:`games.rules.errors.RuleError`); the words for
both are chosen in :mod:`games.play.wording`.
"""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Base. ``code`` is stable and dotted; ``status`` is the HTTP status it answers with."""

    status = 409

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Missing(Refusal):
    """No such room, game, seat or person."""

    status = 404


class Forbidden(Refusal):
    """The asker may not do this here, whatever the moment."""

    status = 403


class Conflict(Refusal):
    """It was allowed a moment ago: the seat is taken, the game has moved on."""

    status = 409


class Unsuitable(Refusal):
    """What was asked for cannot be (an unknown tile set, a nickname in use)."""

    status = 422


class TooSoon(Refusal):
    """It was done too often just now; ``seconds`` says how long to wait."""

    status = 429

    @property
    def seconds(self) -> int:
        return int(str(self.data["seconds"]))
