"""Games that were played elsewhere."""

from uuid import UUID

from ninja import Field, Schema

from games.rules.gcg.decoding import MOST_BYTES


class UploadIn(Schema):
    """A record in GCG. What it does not say must be said here: the tile set, and the dictionary it
    was played with, by its code, or `-` for none that is known here."""

    gcg: str = Field(max_length=MOST_BYTES, description="Two megabytes at most, as on the page.")
    tile_set: str = Field("", max_length=40)
    dictionary: str = Field("", max_length=60)
    title: str = Field("", max_length=120)
    shared: bool = Field(False, description="Everybody who knows the address may see it.")


class SlipOut(Schema):
    """A figure of the record that is not what the rules make of it. It is kept as it stands."""

    line: int
    player: str
    figure: str
    stated: int
    computed: int


class UploadOut(Schema):
    """The game that was kept: the same text again is the same game."""

    id: UUID
    url: str
    title: str
    variant: str
    tile_set: str
    dictionary: str | None
    shared: bool
    names: list[str]
    slips: list[SlipOut]
