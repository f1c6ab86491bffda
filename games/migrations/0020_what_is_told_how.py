"""Each player chooses what is told how; who wanted no mail of turns gets none."""

import django.db.models.deletion
from django.db import migrations, models


def keep_choices(apps, schema_editor):
    Player = apps.get_model("games", "Player")
    Telling = apps.get_model("games", "Telling")
    chosen = {"turn": ["sound", "vibration", "notification", "push"]}
    for player in Player.objects.filter(mail_turns=False).iterator():
        Telling.objects.create(player=player, chosen=chosen)
    apps.get_model("games", "Notice").objects.filter(kind="named").update(kind="mention")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_what_names_look_like'),
    ]

    operations = [
        migrations.CreateModel(
            name='Telling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chosen', models.JSONField(default=dict)),
                ('sounds', models.BooleanField(default=True, verbose_name='Sounds')),
                ('volume', models.PositiveSmallIntegerField(default=60, verbose_name='Volume')),
                ('mail_hours', models.JSONField(default=list, verbose_name='Hours of the day')),
                ('zone', models.CharField(blank=True, max_length=64, verbose_name='Time zone')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='telling', to='games.player')),
            ],
        ),
        migrations.RunPython(keep_choices, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='player',
            name='mail_turns',
        ),
    ]
