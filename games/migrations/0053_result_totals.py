import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Totals of players' results.

    No rows are written here: a game that is not totalled counts on pages as before, and the worker
    adds old and new games to the totals in small steps.
    """

    dependencies = [("games", "0052_plain_labels")]

    operations = [
        migrations.AddField(
            model_name='playedgame',
            name='totalled',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='ResultTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16)),
                ('language', models.CharField(max_length=16)),
                ('speed', models.CharField(max_length=16)),
                ('versus', models.CharField(choices=[('members', 'members'), ('guests', 'guests'), ('computers', 'computers'), ('mixed', 'mixed opponents'), ('nobody', 'no opponent')], max_length=12)),
                ('result', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn'), ('annulled', 'annulled')], max_length=12)),
                ('games', models.PositiveIntegerField()),
                ('points', models.BigIntegerField()),
                ('highest', models.IntegerField()),
                ('bingos', models.PositiveIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='totals', to='games.player')),
            ],
            options={
                'db_table': 'games_resulttotal',
                'constraints': [models.UniqueConstraint(fields=('player', 'variant', 'language', 'speed', 'versus', 'result'), name='total_once_a_kind')],
            },
        ),
    ]
