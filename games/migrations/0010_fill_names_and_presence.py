"""Works out, for rooms and players made before, what is kept beside them now."""

from django.db import migrations


def fill(apps, schema_editor):
    from games.common.names import get_confusable_key as likeness_of

    Player = apps.get_model("games", "Player")
    Room = apps.get_model("games", "Room")
    Game = apps.get_model("games", "Game")
    Holder = apps.get_model("games", "Holder")
    Invitation = apps.get_model("games", "Invitation")
    for player in Player.objects.iterator():
        Player.objects.filter(pk=player.pk).update(likeness=likeness_of(player.nickname))
    Holder.objects.filter(game__status="over").update(over=True)
    Invitation.objects.filter(game__status="over").delete()
    for room in Room.objects.select_related("host").iterator():
        game = Game.objects.filter(room=room).order_by("-number").first()
        Room.objects.filter(pk=room.pk).update(
            named=room.title != f"{room.host.nickname}'s table",
            stage=stage_of(game),
            seen_at=(game and game.moved_at) or room.created_at,
        )


def stage_of(game):
    """As games.play.chairs has it."""
    if game is None or game.status == "over":
        return "over"
    free = game.seats.filter(computer_level=None, holders__isnull=True).count()
    open_ = free > game.invitations.count()
    if game.status == "waiting":
        return "waiting" if open_ else "gathering"
    return "open" if open_ else "playing"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_names_and_presence'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
