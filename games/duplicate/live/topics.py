"""Duplicate games as topics of :mod:`games.live`: load, render and publish their state."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.duplicate.live.fragments import render_game_bundle
from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.viewdata import DuplicateView
from games.duplicate.perspective.views import build_duplicate_view
from games.duplicate.services.games import find_duplicate_game
from games.duplicate.services.presence import note_viewers
from games.live.broadcast import publish_state
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, TopicKind, register_topic_kind
from games.players.services.identity import get_player_id_from_scope


class DuplicateTopicState:
    """A duplicate game at one moment, as everyone sees it."""

    def __init__(self, code: str) -> None:
        self._game = find_duplicate_game(code)
        self.stamp = self._game.stamp
        # Views contain words. Most readers share one language, whose view is built at once.
        self._views = {get_language(): self._build()}

    def perspective_of(self, viewer: str) -> str:  # noqa: ARG002 - everyone sees the same
        return ""

    def render(self, perspective: str) -> str:  # noqa: ARG002
        return render_game_bundle(self._views.get(get_language()) or self._build())

    def _build(self) -> DuplicateView:
        return build_duplicate_view(self._game, None, timezone.now())


def get_duplicate_topic(code: str) -> Topic:
    return Topic("duplicate", code)


def publish_duplicate(code: str) -> RenderedState:
    """Load a game that was changed and send it to everyone who follows it."""
    return publish_state(get_duplicate_topic(code), DuplicateTopicState(code))


def render_current_bundle(code: str) -> str:
    """Return what everyone sees of a game now, in the language of the request.

    Raises ``NotFound`` for an unknown code.
    """
    return state_cache.newest(get_duplicate_topic(code)).text_for("")


def _read_stamps(codes: Iterable[str]) -> dict[str, int]:
    return dict(DuplicateGame.objects.filter(code__in=list(codes)).values_list("code", "stamp"))


def _record_viewers(viewers: Mapping[str, Mapping[str, bool]]) -> None:
    note_viewers(viewers, timezone.now())


def _render_heartbeat(_presence: None) -> str:
    return render_fragment("lobby/pieces/heartbeat", {})


def register_duplicate_games() -> None:
    """Register duplicate games as a kind of topic. Called when the apps are ready."""
    register_topic_kind(
        TopicKind(
            name="duplicate",
            address="duplicate/<slug:key>/",
            stamps=_read_stamps,
            read=DuplicateTopicState,
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=_render_heartbeat,
            on_viewers=_record_viewers,
            queries_when_rendered=True,
        )
    )
