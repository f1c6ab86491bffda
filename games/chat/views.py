"""HTTP views of the chat: read it, write in it, mute or block an author.

Other viewers get new messages through :mod:`games.chat.live.topics`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from games.chat.live.fragments import render_author, render_older_lines, render_refusal
from games.chat.live.topics import get_chat_state, publish_chat
from games.chat.perspective import build_author_view, load_older_lines
from games.chat.perspective.wording import explain
from games.chat.services import availability, messages, mutes
from games.common.requests import PageRequest, forbid_caching, parse_number, set_retry_after
from games.live.state_cache import RenderedState
from games.play.models import Room
from games.play.services.naming import make_provisional_player
from games.play.services.rooms import require_admitted
from games.players.models import Player
from games.players.services import blocks
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound, Refusal

# Message numbers are row ids: anything longer is not one, and could overflow the database.
MAX_MESSAGE_NUMBER = 10**15


def answer_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that refusals become responses: a sentence, followed by the current chat
    if the refusal is a conflict."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refusal as refusal:
            fragment = render_refusal(explain(refusal))
            if isinstance(refusal, Conflict):
                fragment += get_chat_state(kwargs["code"]).text_for(get_known_id(request))
            response = HttpResponse(fragment, status=refusal.status)
            set_retry_after(response, refusal)
        return forbid_caching(response)

    return answer


@require_GET
@answer_refusals
def show_chat(request: PageRequest, code: str) -> HttpResponse:
    """Return the newest lines, or 204 if the page has them; with ``before``, older lines."""
    require_admitted(code, get_known_id(request))
    if "before" in request.GET:
        before = parse_number(request.GET["before"], "form.text", maximum=MAX_MESSAGE_NUMBER)
        return HttpResponse(
            render_older_lines(*load_older_lines(code, get_known_id(request), before))
        )
    rendered = get_chat_state(code)
    if str(rendered.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    return _answer_own_chat(request, rendered)


@require_POST
@answer_refusals
def send_message(request: PageRequest, code: str) -> HttpResponse:
    """Send a message. A repeated key sends nothing more."""
    require_admitted(code, get_known_id(request))
    words = messages.ChatInput(
        channel=request.POST.get("channel", ""),
        key=request.POST.get("key", ""),
        text=request.POST.get("text", ""),
        phrase=request.POST.get("phrase", ""),
    )
    messages.send_message(code, get_visitor_id(request), words, timezone.now())
    return _answer_own_chat(request, publish_chat(code))


@require_POST
@answer_refusals
def set_chat_open(request: PageRequest, code: str) -> HttpResponse:
    """Switch the room's chat on or off, as its host."""
    room, player = Room.objects.filter(code=code).first(), get_player(request)
    if room is None:
        raise NotFound("room.unknown")
    if player is None:
        raise Forbidden("room.host_only")
    availability.set_chat_open(room, player, timezone.now(), open_=request.POST.get("open") == "1")
    return _answer_own_chat(request, publish_chat(code))


@require_GET
@answer_refusals
def show_author(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show a message's author with the choice to mute or block them."""
    return _render_author(request, code, number)


def _author_action(act: Callable[[Player, Player], object]) -> Callable[..., HttpResponse]:
    """Return a view in which the player applies ``act`` to the author of a message."""

    @require_POST
    @answer_refusals
    def apply_action(request: PageRequest, code: str, number: int) -> HttpResponse:
        author = _get_author(request, code, number)
        with make_provisional_player(get_visitor_id(request)) as player:
            act(player, author)
        return _render_author(request, code, number)

    return apply_action


mute_author = _author_action(mutes.mute)
unmute_author = _author_action(mutes.unmute)
block_author = _author_action(
    lambda player, other: blocks.block_player(player, other, timezone.now())
)
unblock_author = _author_action(blocks.unblock_player)


def _get_author(request: PageRequest, code: str, number: int) -> Player:
    """Return the author of a message. Raises ``NotFound`` if the player may not read it."""
    build_author_view(code, number, get_known_id(request))  # raises unless readable
    return mutes.get_author(code, number)


def _render_author(request: PageRequest, code: str, number: int) -> HttpResponse:
    return HttpResponse(render_author(build_author_view(code, number, get_known_id(request))))


def _answer_own_chat(request: PageRequest, rendered: RenderedState) -> HttpResponse:
    return HttpResponse(rendered.text_for(get_known_id(request)))
