"""The newest state of each topic in this process, rendered once per perspective and language.

:mod:`games.common.latest_cache` describes the rule for using such a cache.
"""

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from time import monotonic
from weakref import WeakValueDictionary

from django.utils import translation
from websockets.frames import Frame, Opcode

from games.live.readers import Reader, get_current_reader
from games.live.topics import Topic, TopicState, get_topic_kind
from scrabble_site.shared.refusals import NotFound

MAX_CACHED = 512
"""Topics whose newest state is kept."""


class RenderedState:
    """A topic's state and its renderings so far. Safe to share between threads."""

    def __init__(self, topic: Topic, state: TopicState) -> None:
        self.topic = topic
        self.state = state
        self.stamp = state.stamp
        self.since = monotonic()
        # Whether the first delivery in this process is complete (for the delivery metric).
        self.is_delivered = False
        # By perspective and language.
        self._texts: dict[tuple[str, str], str] = {}
        self._frames: dict[tuple[str, str], bytes] = {}
        # The same frames by reader.
        self._frames_of: dict[Reader, bytes] = {}
        self._rendering = Lock()

    def text_for(self, viewer: str) -> str:
        """Return what a viewer sees, in the language of the request that is being answered."""
        return self._text(*self.get_frame_key(get_current_reader(viewer)))

    def frame_for(self, reader: Reader) -> bytes:
        """Return what a reader sees as a WebSocket frame.

        All readers with the same perspective and language share it.
        """
        frame = self._frames_of.get(reader)
        if frame is None:
            place = self.get_frame_key(reader)
            if place not in self._frames:
                self._frames[place] = encode_text_frame(self._text(*place))
            frame = self._frames_of[reader] = self._frames[place]
        return frame

    def get_frame_key(self, reader: Reader) -> tuple[str, str]:
        """Return a reader's perspective and language. Those for whom both agree share a frame."""
        return self.state.perspective_of(reader.viewer), reader.language

    def is_rendered_for(self, readers: Iterable[Reader]) -> bool:
        """Return whether :meth:`frame_for` needs no rendering for any of these readers."""
        return {self.get_frame_key(reader) for reader in readers} <= self._frames.keys()

    def _text(self, perspective: str, language: str) -> str:
        place = perspective, language
        text = self._texts.get(place)
        if text is not None:
            return text
        with self._rendering, translation.override(language):
            if place not in self._texts:
                self._texts[place] = self.state.render(perspective)
            return self._texts[place]


class StateCache:
    """The newest known state by topic. Safe to share between threads."""

    def __init__(self) -> None:
        self._states: OrderedDict[Topic, RenderedState] = OrderedDict()
        self._lock = Lock()
        # One for each topic that is being read. Topics never share one: reading a screen reads its
        # room, and would wait for itself.
        self._reading: WeakValueDictionary[Topic, Lock] = WeakValueDictionary()

    def put(self, topic: Topic, state: TopicState) -> RenderedState:
        """Keep a state if it is newer than the cached one. Returns the newer of the two."""
        with self._lock:
            known = self._states.get(topic)
            if known is None or known.stamp < state.stamp:
                known = self._states[topic] = RenderedState(topic, state)
            self._states.move_to_end(topic)
            while len(self._states) > MAX_CACHED:
                self._states.popitem(last=False)
            return known

    def newest(self, topic: Topic) -> RenderedState:
        """Return the topic's current state, read once per stamp however many ask for it.

        Raises ``NotFound`` if there is no such topic.
        """
        stamp = get_topic_kind(topic).stamps([topic.key]).get(topic.key)
        if stamp is None:
            raise NotFound(f"{topic.kind}.unknown")
        return self.at_least(topic, stamp)

    def at_least(self, topic: Topic, stamp: int) -> RenderedState:
        """Return a state that is no older than ``stamp``, from the cache if possible."""
        return self._known(topic, stamp) or self._read(topic, stamp)

    def forget(self) -> None:
        with self._lock:
            self._states.clear()

    def _known(self, topic: Topic, stamp: int) -> RenderedState | None:
        with self._lock:
            known = self._states.get(topic)
            return known if known is not None and known.stamp >= stamp else None

    def _read(self, topic: Topic, stamp: int) -> RenderedState:
        with self._lock:
            reading = self._reading.setdefault(topic, Lock())
        with reading:
            # Another thread may have read it while this one waited for the lock.
            known = self._known(topic, stamp)
            return known or self.put(topic, get_topic_kind(topic).read(topic.key))


state_cache = StateCache()


def encode_text_frame(text: str) -> bytes:
    """Encode a text message as a server's frame (RFC 6455), unmasked and without extensions."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def decode_text_frame(frame: bytes) -> str:
    """Return the text of a frame made by :func:`encode_text_frame`."""
    # Length 126 announces a 16-bit length, 127 a 64-bit one (RFC 6455, section 5.2).
    length_bytes = {126: 2, 127: 8}.get(frame[1], 0)
    return frame[2 + length_bytes :].decode()
