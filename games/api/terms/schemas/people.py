"""Members' public statistics."""

from datetime import datetime

from ninja import Schema


class TallyOut(Schema):
    """Results in one category, without annulled games. `label` is empty for the total."""

    label: str
    games: int
    won: int
    drawn: int
    lost: int
    average: int
    highest: int | None
    bingos: int


class RatingOut(Schema):
    """A rating. `provisional`: it is based on few games so far."""

    variant: str
    language: str
    speed: str
    points: str
    provisional: bool
    games: int
    highest: int
    lowest: int


class BestPlayOut(Schema):
    word: str
    score: int
    variant: str
    url: str


class PlayerOut(Schema):
    """A member's public profile."""

    name: str
    url: str
    since: datetime
    total: TallyOut
    by_variant: list[TallyOut]
    by_language: list[TallyOut]
    by_speed: list[TallyOut]
    by_opponents: list[TallyOut]
    ratings: list[RatingOut]
    best_plays: list[BestPlayOut]
