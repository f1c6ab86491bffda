"""A small site of sample rooms: the real templates and static files, with prepared answers.

It replaces the server, so that the page's own behaviour is tested alone. A test sets ``Stage`` to
decide what is shown and how commands are answered, and reads the requests.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path
from django.urls.converters import get_converters

from games.common.fragment_rendering import render_fragment
from games.play.live.fragments import render_breakdown, render_bundle, render_message
from games.play.perspective.presence import PresenceView, Spectator
from games.play.perspective.viewdata import RoomView
from games.play.views.pages import show_game_help
from games.urls import urlpatterns as urlpatterns_of_games
from scrabble_site.urls import OPERATOR_PAGE_URLS, WEB_APP_URLS
from tests.front.sample_lobby import show_lobby
from tests.front.sample_rooms import sample

assert get_converters()


@dataclass
class Stage:
    """What the sample site shows, and the requests it has received."""

    view: RoomView = field(default_factory=lambda: sample("mine"))
    answer: Callable[[dict[str, str]], HttpResponse] | None = None
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    preview: dict[str, Any] = field(
        default_factory=lambda: {"total": 14, "words": [("STRONG", 14)]}
    )

    def verbs(self) -> list[str]:
        return [verb for verb, _fields in self.asked if verb not in ("preview", "bundle")]

    def of(self, verb: str) -> list[dict[str, str]]:
        return [fields for asked, fields in self.asked if asked == verb]


STAGE = Stage()
PRESENCE = PresenceView({0: 0, 1: 200}, (Spectator("Fern", "badge0"),), (Spectator("", "badge1"),))
"""The first seat is present, the second is away; two people watch."""
BAG = Path(__file__).parent / "bags" / "scrabble.json"
"""A game as the site publishes it, so that its draws can be checked."""


def show_room(request: HttpRequest, code: str) -> HttpResponse:
    if code != "kitchen7":
        STAGE.view = sample(code)
    context = {"view": STAGE.view, "presence": PRESENCE}
    return render(request, "games/play/room.html", context)


def show_bundle(request: HttpRequest, code: str) -> HttpResponse:
    STAGE.asked.append(("bundle", request.GET.dict()))
    if request.GET.get("stamp") == str(STAGE.view.stamp):
        return HttpResponse(status=204)
    return HttpResponse(render_bundle(STAGE.view))


def take(verb: str) -> Callable[..., HttpResponse]:
    def command(request: HttpRequest, code: str = "") -> HttpResponse:
        fields = {key: str(value) for key, value in request.POST.items()}
        STAGE.asked.append((verb, fields))
        if verb == "preview":
            return HttpResponse(preview_of(STAGE.preview))
        if STAGE.answer is not None:
            return STAGE.answer(fields)
        STAGE.view = replace(STAGE.view, stamp=STAGE.view.stamp + 1, turn=STAGE.view.turn + 1)
        return HttpResponse(render_bundle(STAGE.view))

    return command


def preview_of(fields: dict[str, Any]) -> str:
    words = [SimpleNamespace(word=word, score=score) for word, score in fields.get("words", ())]
    score = SimpleNamespace(
        **{"bingo": 0, "invalid_words": (), "stolen": 0, "safe_squares": ()} | fields
    )
    score.words = words
    look = SimpleNamespace(
        score=None if fields.get("reason") else score,
        reason=fields.get("reason", ""),
        owned_tiles=fields.get("owned", False),
        unchecked=fields.get("unchecked", False),
        lawful=not fields.get("reason") and not score.invalid_words,
    )
    return render_fragment("play/_preview", {"preview": look})


def refuse(
    text: str, status: int, *, bundle: bool = False
) -> Callable[[dict[str, str]], HttpResponse]:
    def answer(_fields: dict[str, str]) -> HttpResponse:
        html = render_bundle(STAGE.view) if bundle else ""
        return HttpResponse(html + render_message(text), status=status)

    return answer


def show_breakdown(request: HttpRequest, code: str, number: int) -> HttpResponse:
    letters = [
        SimpleNamespace(face=f, value=v, multiplier=m, new=True)
        for f, v, m in (("C", 3, 1), ("R", 1, 2), ("Y", 4, 1))
    ]
    word = SimpleNamespace(word="CRY", letters=letters, word_multiplier=2, score=18)
    score = SimpleNamespace(words=[word], bingo=0, total=18, placed=0, stolen=0)
    return HttpResponse(
        render_breakdown(
            SimpleNamespace(
                played=SimpleNamespace(position="1I", tiles="CRY", score=score), hint_turn=None
            )
        )
    )


def show_record(request: HttpRequest, game_id: str) -> HttpResponse:
    return render(request, "games/records/record.html", {"view": sample("ended")})


def show_bag(request: HttpRequest, game_id: str) -> HttpResponse:
    return render(request, "games/records/bag_check.html", {"game": SimpleNamespace(pk=game_id)})


def publish_bag(request: HttpRequest, game_id: str) -> HttpResponse:
    return HttpResponse(BAG.read_bytes(), content_type="application/json")


def show_plain(name: str) -> Callable[[HttpRequest], HttpResponse]:
    return lambda request: render(request, name, {"sentence": "Every seat is taken."})


def show_help(request: HttpRequest, variant: str) -> HttpResponse:
    return show_game_help(request, variant)  # type: ignore[arg-type]


ROOM_VERBS = (
    "name",
    "title",
    "sit",
    "stand",
    "seat_computer",
    "dismiss_computer",
    "start",
    "contribute",
    "invite",
    "withdraw",
    "decline",
    "rematch",
    "play",
    "exchange",
    "pass",
    "challenge",
    "accept",
    "resign",
    "abort",
    "preview",
    "hint",
    "lock",
    "unseat",
    "seat_spectator",
    "hand_over_hosting",
    "take_over",
    "remove",
    "readmit",
    "watch_unnamed",
    "vote_absence",
    "pause",
    "resume",
    "team",
    "draft",
)
games: list[URLPattern | URLResolver] = [
    path("", show_lobby, name="lobby"),
    path("name/", take("nickname"), name="nickname"),
    path("reminders/", take("reminders"), name="reminders"),
    path("rooms/friend/", take("play_friend"), name="play_friend"),
    path("rooms/now/", take("play_now"), name="play_now"),
    path("notifications/", take("mark_all_read"), name="mark_all_read"),
    path("rooms/computer/", take("play_computer"), name="play_computer"),
    path("r/<slug:code>/", show_room, name="room"),
    path("r/<slug:code>/earlier", show_bundle, name="earlier_games"),
    path("r/<slug:code>/bundle", show_bundle, name="bundle"),
    path("r/<slug:code>/chat", take("chat"), name="chat"),
    path("r/<slug:code>/chat/send", take("send_message"), name="send_message"),
    path("r/<slug:code>/chat/<int:number>/", take("chat_person"), name="chat_person"),
    *[path(f"r/<slug:code>/{verb}", take(verb), name=verb) for verb in ROOM_VERBS],
    path("r/<slug:code>/moves/<int:number>/", show_breakdown, name="breakdown"),
    path("report/game/<str:game_id>/", show_record, name="report_game"),
    path("r/<slug:code>/chat/open", take("chat_open"), name="chat_open"),
    path("games/<str:game_id>/", show_record, name="record"),
    path("games/<str:game_id>/gcg", show_record, name="record_gcg"),
    path("games/<str:game_id>/bag", show_bag, name="check_bag"),
    path("games/<str:game_id>/bag.json", publish_bag, name="bag_data"),
    path("about/rules/<slug:variant>/", show_help, name="help"),
]
SHOWN = {one.name for one in games if isinstance(one, URLPattern)}
games += [
    one
    for domain in urlpatterns_of_games
    for one in domain.url_patterns
    if not isinstance(one, URLPattern) or one.name not in SHOWN
]  # the other addresses too, so that templates can link to them
dictionaries = [path("", show_lobby, name="lexicons")]
urlpatterns = [
    path("", include((games, "games"))),
    path("dictionaries/", include((dictionaries, "lexicon"))),
    path("account/", include("allauth.urls")),
    *WEB_APP_URLS,
    *OPERATOR_PAGE_URLS,
    *[
        path(f"show/{name}", show_plain(f"{name}.html"))
        for name in ("404", "403", "405", "500", "refused")
    ],
]
with suppress(ImportError):
    from django.contrib.staticfiles.urls import staticfiles_urlpatterns

    urlpatterns += staticfiles_urlpatterns()
