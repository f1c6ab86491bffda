"""The newest picture of each topic in this process, told once an audience, whoever asks."""

from collections import OrderedDict
from threading import Lock
from time import monotonic

from websockets.frames import Frame, Opcode

from games.common.refusals import Missing
from games.live.topics import Picture, Topic, kind_of

MOST_KEPT = 512
"""Topics whose newest picture is kept."""

READERS = 32
"""Topics that can be read at a time without one waiting for another of the same lock."""


class Shown:
    """A picture and what it was rendered to. Threads share it."""

    def __init__(self, topic: Topic, picture: Picture) -> None:
        self.topic = topic
        self.picture = picture
        self.stamp = picture.stamp
        self.since = monotonic()
        self.is_told = False
        self._texts: dict[str, str] = {}
        self._frames: dict[str, bytes] = {}
        self._frames_of: dict[str, bytes] = {}
        self._rendering = Lock()

    def text_for(self, viewer: str) -> str:
        return self._text(self.picture.audience_of(viewer))

    def frame_for(self, viewer: str) -> bytes:
        """The text as one frame, the same bytes for everyone who sees the same."""
        frame = self._frames_of.get(viewer)
        if frame is None:
            audience = self.picture.audience_of(viewer)
            if audience not in self._frames:
                self._frames[audience] = frame_text(self._text(audience))
            frame = self._frames_of[viewer] = self._frames[audience]
        return frame

    def _text(self, audience: str) -> str:
        text = self._texts.get(audience)
        if text is not None:
            return text
        with self._rendering:
            if audience not in self._texts:
                self._texts[audience] = self.picture.render(audience)
            return self._texts[audience]


class Gallery:
    """What was shown last, by topic. Threads share it."""

    def __init__(self) -> None:
        self._shown: OrderedDict[Topic, Shown] = OrderedDict()
        self._lock = Lock()
        self._reading = [Lock() for _ in range(READERS)]

    def put(self, topic: Topic, picture: Picture) -> Shown:
        """Keep a picture, if it is newer than the one there is; returns the newest."""
        with self._lock:
            known = self._shown.get(topic)
            if known is None or known.stamp < picture.stamp:
                known = self._shown[topic] = Shown(topic, picture)
            self._shown.move_to_end(topic)
            while len(self._shown) > MOST_KEPT:
                self._shown.popitem(last=False)
            return known

    def newest(self, topic: Topic) -> Shown:
        """The topic as it is now. Read at most once a stamp, however many ask at a time.

        Raises ``Missing`` where there is no such topic.
        """
        stamp = kind_of(topic).stamps([topic.key]).get(topic.key)
        if stamp is None:
            raise Missing(f"{topic.kind}.unknown")
        return self.at_least(topic, stamp)

    def at_least(self, topic: Topic, stamp: int) -> Shown:
        """The topic as it was at a stamp, or later; without asking whether it is newer still."""
        return self._known(topic, stamp) or self._read(topic, stamp)

    def forget(self) -> None:
        with self._lock:
            self._shown.clear()

    def _known(self, topic: Topic, stamp: int) -> Shown | None:
        with self._lock:
            known = self._shown.get(topic)
            return known if known is not None and known.stamp >= stamp else None

    def _read(self, topic: Topic, stamp: int) -> Shown:
        with self._reading[hash(topic) % READERS]:
            known = self._known(topic, stamp)
            return known or self.put(topic, kind_of(topic).read(topic.key))


gallery = Gallery()


def frame_text(text: str) -> bytes:
    """One text message as a server sends it (RFC 6455): no mask, no extension."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def text_of(frame: bytes) -> str:
    """The message in a frame of :func:`frame_text`."""
    length_bytes = {126: 2, 127: 8}.get(frame[1], 0)
    return frame[2 + length_bytes :].decode()
