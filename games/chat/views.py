"""Talk by HTTP: reading it, saying something, and what one does about another person.

What is said reaches the others by :mod:`games.chat.topics`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from games.chat.fragments import render_older, render_person, render_said
from games.chat.perspective import look_at_author, look_further_back
from games.chat.services import muting, opening, talking
from games.chat.topics import publish_chat, show_chat
from games.chat.wording import explain
from games.common.refusals import Conflict, Forbidden, Missing, Refusal
from games.common.requests import PageRequest, read_number, say_when
from games.live.gallery import Shown
from games.play.models import Room
from games.play.services.naming import introduced
from games.play.services.rooms import require_admitted
from games.players.identity import known_id, player_of, visitor_of
from games.players.models import Player
from games.players.services import blocks

NUMBER_MOST = 10**15


def answering(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view raise refusals: answered with a sentence, and with how the chat is where
    something else had come between."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refusal as refusal:
            said = render_said(explain(refusal))
            if isinstance(refusal, Conflict):
                said += show_chat(kwargs["code"]).text_for(known_id(request))
            response = HttpResponse(said, status=refusal.status)
            say_when(response, refusal)
        response["Cache-Control"] = "no-store, private"
        return response

    return answer


@require_GET
@answering
def chat(request: PageRequest, code: str) -> HttpResponse:
    """The newest lines, 204 where the page has them already; with ``before`` older ones."""
    require_admitted(code, known_id(request))
    if "before" in request.GET:
        before = read_number(request.GET["before"], "form.text", most=NUMBER_MOST)
        return HttpResponse(render_older(*look_further_back(code, known_id(request), before)))
    shown = show_chat(code)
    if str(shown.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    return _own(request, shown)


@require_POST
@answering
def say(request: PageRequest, code: str) -> HttpResponse:
    """Say something; the same key again says nothing more."""
    require_admitted(code, known_id(request))
    words = talking.Words(
        channel=request.POST.get("channel", ""),
        key=request.POST.get("key", ""),
        text=request.POST.get("text", ""),
        phrase=request.POST.get("phrase", ""),
    )
    talking.say(code, visitor_of(request), words, timezone.now())
    return _own(request, publish_chat(code))


@require_POST
@answering
def set_open(request: PageRequest, code: str) -> HttpResponse:
    """The host switches the chat off, or on again."""
    room, player = Room.objects.filter(code=code).first(), player_of(request)
    if room is None:
        raise Missing("room.unknown")
    if player is None:
        raise Forbidden("room.host_only")
    opening.set_open(room, player, timezone.now(), open_=request.POST.get("open") == "1")
    return _own(request, publish_chat(code))


@require_GET
@answering
def person(request: PageRequest, code: str, number: int) -> HttpResponse:
    """What can be done about the author of a message."""
    return _about(request, code, number)


def _deed(act: Callable[[Player, Player], object]) -> Callable[..., HttpResponse]:
    """A view in which whoever asks does something about the author of a message."""

    @require_POST
    @answering
    def deed(request: PageRequest, code: str, number: int) -> HttpResponse:
        author = _author(request, code, number)
        with introduced(visitor_of(request)) as player:
            act(player, author)
        return _about(request, code, number)

    return deed


mute = _deed(muting.mute)
unmute = _deed(muting.unmute)
block = _deed(lambda player, other: blocks.block(player, other, timezone.now()))
unblock = _deed(blocks.unblock)


def _author(request: PageRequest, code: str, number: int) -> Player:
    """Who wrote a message that whoever asks may read."""
    look_at_author(code, number, known_id(request))
    return muting.author_of(code, number)


def _about(request: PageRequest, code: str, number: int) -> HttpResponse:
    return HttpResponse(render_person(look_at_author(code, number, known_id(request))))


def _own(request: PageRequest, shown: Shown) -> HttpResponse:
    return HttpResponse(shown.text_for(known_id(request)))
