"""Lines of the event streams."""

from typing import Literal
from uuid import UUID

from ninja import Schema

from games.api.terms.schemas.games import GameLine, SeatResult


class AccountEvent(Schema):
    """An event of a bot's account.

    `invitation` comes from the host `by`: take a seat or decline. `invitation_gone`, `game_start`
    and `game_end` need no answer. `turn` means that the game waits for the bot, which may do what
    `can` lists.
    """

    type: Literal["invitation", "invitation_gone", "game_start", "turn", "game_end"]
    id: str = ""
    room: str
    game: UUID
    turn: int | None = None
    can: list[str] | None = None
    by: str | None = None
    reason: str | None = None
    scores: list[int] | None = None


class RunningGame(Schema):
    """A public game in progress."""

    id: UUID
    room: str
    url: str
    variant: str
    language: str
    rated: bool
    seats: list[SeatResult]


class GameEvent(Schema):
    """`game_start` comes with the new `game`, `game_end` with its `result`."""

    type: Literal["game_start", "game_end"]
    game: RunningGame | None = None
    result: GameLine | None = None
