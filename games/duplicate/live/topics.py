"""Duplicate games as topics of :mod:`games.live`: load, render and publish their state."""

from collections.abc import Collection, Iterable, Mapping

from django.utils import timezone, translation
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.duplicate.live.fragments import render_game_bundle, render_own_parts
from games.duplicate.live.socket_plays import receive_play
from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.viewdata import DuplicateView
from games.duplicate.perspective.views import build_duplicate_view, build_own_views
from games.duplicate.services.games import find_duplicate_game, find_shown_game
from games.duplicate.services.presence import note_viewers
from games.live.broadcast import publish_state
from games.live.readers import Reader
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, TopicKind, TopicState, register_topic_kind
from games.players.services.identity import get_player_id_from_scope


class DuplicateTopicState:
    """A duplicate game at one moment, as everyone sees it."""

    def __init__(self, code: str) -> None:
        self._game = find_duplicate_game(code)
        self.stamp = self._game.stamp
        self.moment = f"{self._game.turn} {self._game.stage}"
        # Views contain translated text. Most readers share one language, so its view is built now.
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


def _get_own_parts_key(state: TopicState) -> str:
    assert isinstance(state, DuplicateTopicState)
    return state.moment


def _render_own_parts(code: str, readers: Collection[Reader]) -> dict[Reader, str]:
    """Return the parts of their own for those who have entered a game that has begun."""
    game, now = find_shown_game(code), timezone.now()
    if game.stage in (DuplicateGame.Stage.WAITING, DuplicateGame.Stage.STARTING):
        return {}
    texts: dict[Reader, str] = {}
    for language in {reader.language for reader in readers}:
        viewers = [reader.viewer for reader in readers if reader.language == language]
        with translation.override(language):
            for viewer, view in build_own_views(game, viewers, now).items():
                texts[Reader(viewer, language)] = render_own_parts(view)
    return texts


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
            on_message=receive_play,
            own_parts_key_of=_get_own_parts_key,
            render_own_parts=_render_own_parts,
        )
    )
