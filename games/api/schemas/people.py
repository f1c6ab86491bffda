"""Members' public figures."""

from datetime import datetime

from ninja import Schema


class TallyOut(Schema):
    """Results of one kind, annulled games left out. `label` is "" for all together."""

    label: str
    games: int
    won: int
    drawn: int
    lost: int
    average: int
    highest: int | None
    bingos: int


class RatingOut(Schema):
    """`provisional`: from few games so far."""

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
    """What a member shows to everybody."""

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
