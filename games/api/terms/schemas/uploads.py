"""Uploaded records of games played elsewhere."""

from uuid import UUID

from ninja import Field, Schema

from games.api.terms.schemas.common import Problem, RequestBody
from games.rules.gcg.decoding import MAX_BYTES


class UploadIn(RequestBody):
    """A record in GCG.

    Send the tile set and the dictionary's code if the record does not name them; `-` means a
    dictionary that this site does not have.
    """

    gcg: str = Field(max_length=MAX_BYTES, description="Two megabytes at most.")
    tile_set: str = Field("", max_length=40)
    dictionary: str = Field("", max_length=60)
    title: str = Field("", max_length=120)
    shared: bool = Field(False, description="Anyone with the link can see it.")


class MistakeOut(Schema):
    """A statement in the record that contradicts the rules. It is kept as written."""

    line: int
    player: str
    figure: str
    stated: int
    computed: int
    code: str = Field(description="What is wrong if the figures do not show it, otherwise empty.")
    message: str = Field(description="The same as a sentence.")


class RemarkOut(Schema):
    """A rack that contradicts another line.

    It may be a typing error and does not count as a fault.
    """

    line: int
    player: str
    code: str
    about: str = Field(description="The tiles.")
    message: str = Field(description="The same as a sentence.")


class UploadOut(Schema):
    """The saved game. Sending the same text again returns the same game."""

    id: UUID
    url: str
    title: str
    variant: str
    tile_set: str
    dictionary: str | None
    shared: bool
    names: list[str]
    slips: list[MistakeOut]
    remarks: list[RemarkOut]


MAX_BATCH_SIZE = 25


class RecordIn(UploadIn):
    """One record of a batch. `name`, such as a file name, is repeated in its result."""

    name: str = Field("", max_length=200)


class BatchIn(RequestBody):
    """A batch of records, two megabytes at most in total."""

    records: list[RecordIn] = Field(min_length=1, max_length=MAX_BATCH_SIZE)


class UploadResult(Schema):
    """The result for the record with this number, counted from 0: a game or a problem.

    The problem's `details.faults` give the line of each fault.
    """

    number: int
    name: str
    game: UploadOut | None = None
    problem: Problem | None = None


class UploadChange(RequestBody):
    """Changes to an uploaded game. Omitted fields stay as they are."""

    shared: bool | None = None
    title: str | None = Field(None, min_length=1, max_length=120)


class UploadPage(Schema):
    items: list[UploadOut]
    next: str | None
