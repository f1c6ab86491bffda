"""Works out anew what names look like: what stands between letters counts no more."""

from django.db import migrations


def fill(apps, schema_editor):
    from games.common.names import get_confusable_key as likeness_of
    from games.common.names import list_confusable_keys as looks_of

    Player = apps.get_model("games", "Player")
    MemberLook = apps.get_model("games", "MemberLook")
    for player in Player.objects.order_by("created_at").iterator():
        Player.objects.filter(pk=player.pk).update(likeness=likeness_of(player.nickname))
        if player.user_id is not None:
            for look in looks_of(player.nickname):
                MemberLook.objects.get_or_create(look=look, defaults={"player": player})


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_moderation'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
