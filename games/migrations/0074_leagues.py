import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0073_clubs'),
        ('lexicon', '0008_dispute_votes'),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('title', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('variant', models.CharField(max_length=16)),
                ('edition', models.CharField(max_length=16)),
                ('options', models.JSONField(default=dict)),
                ('rated', models.BooleanField(default=False)),
                ('season_days', models.PositiveSmallIntegerField()),
                ('break_days', models.PositiveSmallIntegerField()),
                ('seed', models.PositiveBigIntegerField()),
                ('key', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
                ('founder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='founded_leagues', to='games.player')),
                ('lexicon', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexicon')),
            ],
            options={
                'db_table': 'games_league',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stage', models.CharField(choices=[('open', 'Open'), ('running', 'Running'), ('over', 'Over')], default='open', max_length=7)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='games.league')),
            ],
            options={
                'db_table': 'games_leagueseason',
                'ordering': ['number'],
                'indexes': [models.Index(fields=['stage', 'starts_at'], name='seasons_to_start')],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='league_season_once')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('opened_at', models.DateTimeField(null=True)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='games.season')),
            ],
            options={
                'db_table': 'games_leaguedivision',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('season', 'number'), name='league_division_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=40)),
                ('rating', models.PositiveSmallIntegerField(default=0)),
                ('line', models.PositiveSmallIntegerField(null=True)),
                ('moves', models.CharField(blank=True, choices=[('up', 'Up'), ('stay', 'Stay'), ('down', 'Down')], default='', max_length=4)),
                ('entered_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(null=True)),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.division')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='league_entries', to='games.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.season')),
            ],
            options={
                'db_table': 'games_leagueentry',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='enters_a_season_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(blank=True, choices=[('', 'None'), ('first', 'First'), ('second', 'Second'), ('draw', 'Draw'), ('void', 'Void')], default='', max_length=6)),
                ('difference', models.SmallIntegerField(default=0)),
                ('forfeited', models.BooleanField(default=False)),
                ('unfinished', models.BooleanField(default=False)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.division')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='started_games', to='games.leagueentry')),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='league_game', to='games.game')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='other_games', to='games.leagueentry')),
            ],
            options={
                'db_table': 'games_leaguegame',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['division', 'result'], name='league_games_to_play')],
            },
        ),
        migrations.CreateModel(
            name='LadderPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('declined', models.PositiveSmallIntegerField(default=0)),
                ('joined_at', models.DateTimeField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ladder_places', to='games.league')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ladder_places', to='games.player')),
            ],
            options={
                'db_table': 'games_ladderplace',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('league', 'player'), name='one_place_on_a_ladder')],
            },
        ),
        migrations.CreateModel(
            name='LadderChallenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.CharField(choices=[('open', 'Open'), ('declined', 'Declined'), ('expired', 'Expired'), ('cancelled', 'Cancelled'), ('playing', 'Playing'), ('over', 'Over')], default='open', max_length=9)),
                ('won', models.BooleanField(null=True)),
                ('made_at', models.DateTimeField()),
                ('answer_by', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('challenged', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ladder_defences', to='games.player')),
                ('challenger', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ladder_challenges', to='games.player')),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ladder_challenge', to='games.game')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='games.league')),
            ],
            options={
                'db_table': 'games_ladderchallenge',
                'ordering': ['-made_at'],
                'indexes': [models.Index(fields=['stage', 'answer_by'], name='challenges_to_expire')],
            },
        ),
    ]
