"""The chat of a club as one of its members sees it. Everyone else sees nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.chat.models import Mute
from games.chat.perspective import (
    NEWEST_LINES,
    OLDER_LINES,
    AuthorView,
    ChatChannelView,
    ChatLineView,
    ChatView,
    get_author_mark,
)
from games.chat.store import HiddenAuthors, list_hidden_authors, map_hidden_readers
from games.clubs.models import Club, ClubMember, ClubMessage
from games.clubs.services.access import find_club, require_member
from games.players.models import Player
from scrabble_site.shared.refusals import NotFound

CHANNEL = "club"
"""The only channel of a club's chat."""
MEMBERS_PERSPECTIVE = "members"
"""The perspective of all members from whom no author is hidden."""
CLOSED_PERSPECTIVE = ""
"""The perspective of everyone else."""


@dataclass(frozen=True, slots=True)
class ClubChatHistory:
    """The newest messages of a club, for every perspective."""

    code: str
    stamp: int
    # From which number on ``messages`` is complete; 0 means from the beginning.
    since: int
    messages: tuple[ClubMessage, ...]
    # The ids of all members.
    members: frozenset[str]
    hidden: HiddenAuthors

    def perspective_of(self, viewer: str) -> str:
        if viewer not in self.members:
            return CLOSED_PERSPECTIVE
        return viewer if viewer in map(str, self.hidden) else MEMBERS_PERSPECTIVE

    def view_for(self, perspective: str) -> ChatView:
        """Return the chat as members with a perspective see it."""
        hidden = {str(reader): authors for reader, authors in self.hidden.items()}
        unseen = hidden.get(perspective, frozenset())
        lines = [one for one in self.messages if one.author_id not in unseen]
        return ChatView(
            code=self.code,
            stamp=self.stamp,
            epoch="",
            since=self.since,
            lines=tuple(_build_line(one) for one in lines),
            places=(ChatChannelView(CHANNEL, _("The club"), _("Message the club")),),
            open=True,
        )


def load_club_chat(code: str) -> ClubChatHistory:
    """Load the chat of a club. Raises ``NotFound``.

    The stamp is read before the messages, so that no message is missed.
    """
    club = find_club(code)
    found, since = _list_before(club, None, NEWEST_LINES)
    players = ClubMember.objects.filter(club=club).values_list("player", flat=True)
    return ClubChatHistory(
        code=code,
        stamp=club.chat_stamp,
        since=since,
        messages=tuple(found),
        members=frozenset(map(str, players)),
        hidden=map_hidden_readers({one.author_id for one in found}),
    )


def load_older_club_lines(
    code: str, reader: Player, before: int
) -> tuple[tuple[ChatLineView, ...], int]:
    """Return the lines before a number, the oldest first, and from where they are complete.

    Raises ``Forbidden`` for everyone but members.
    """
    club = find_club(code)
    require_member(club, reader)
    found, since = _list_before(club, before, OLDER_LINES)
    unseen = list_hidden_authors(reader)
    return tuple(_build_line(one) for one in found if one.author_id not in unseen), since


def build_club_author_view(code: str, number: int, reader: Player) -> AuthorView:
    """Return the author of a message. Raises ``Forbidden`` for everyone but members.

    Raises ``NotFound`` for a message that is gone, or whose author has blocked the reader.
    """
    club = find_club(code)
    require_member(club, reader)
    message = find_club_message(club, number)
    author = message.author
    assert author is not None
    if author.blocks.filter(other=reader).exists():
        raise NotFound("chat.gone")
    return AuthorView(
        page=reverse("games:club_chat_person", args=[code, number]),
        line=_build_line(message),
        mine=author.pk == reader.pk,
        muted=Mute.objects.filter(player=reader, other=author).exists(),
        blocked=author.blocked_by.filter(player=reader).exists(),
    )


def find_club_message(club: Club, number: int) -> ClubMessage:
    """Return a message of a club with its author. Raises ``NotFound`` if either is gone."""
    rows = ClubMessage.objects.select_related("author").filter(pk=number, club=club)
    message = rows.first()
    if message is None or message.author is None:
        raise NotFound("chat.gone")
    return message


def _list_before(club: Club, before: int | None, limit: int) -> tuple[Sequence[ClubMessage], int]:
    """Return the newest messages before a number in their order, and where they begin.

    The second value is 0 if there are no older ones.
    """
    rows = ClubMessage.objects.filter(club=club).select_related("author").order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    # One more row than needed shows whether older messages exist.
    found = list(rows[: limit + 1])
    since = found.pop().pk + 1 if len(found) > limit else 0
    return found[::-1], since


def _build_line(message: ClubMessage) -> ChatLineView:
    author = message.author
    return ChatLineView(
        number=message.pk,
        by=get_author_mark(author.pk) if author else "",
        name=author.shown_name if author else "",
        seat=None,
        text=message.text,
        sent_at=message.sent_at,
        place="",
        aside=False,
    )
