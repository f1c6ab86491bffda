"""Events, in one world and in another: one that everyone sees, and one whose link no one has."""

from games.events.models import Event, EventAct
from tests.events.sample_events import open_event_beside, open_unlisted_event
from tests.play.conftest import NOON
from tests.worlds.world import World

BESIDE = "teams"
"""The room whose code the event has, so that viewers request it as they do the room."""
HIDDEN_TITLE = "hidden event"


def add_events(world: World) -> None:
    """Add an event whose first round is being played, and an unlisted one."""
    room = world.rooms[BESIDE]
    open_event_beside(room, ("Jade", "Cobalt"), NOON)
    open_unlisted_event(world.people["Cobalt"], room, HIDDEN_TITLE, NOON)
    EventAct.objects.filter(kind="pair").update(key="pair it")


def change_events() -> None:
    """Replace the keys of forms, and what undoing needs."""
    Event.objects.filter(title=HIDDEN_TITLE).update(title="Another title", stamp=77)
    for event in Event.objects.all():
        Event.objects.filter(pk=event.pk).update(key=f"other {event.pk}")
    for act in EventAct.objects.all():
        EventAct.objects.filter(pk=act.pk).update(key=f"other {act.pk}", changes=[{"row": act.pk}])
