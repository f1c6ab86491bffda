import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0072_event_options'),
        ('lexicon', '0008_dispute_votes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('language', models.CharField(blank=True, max_length=16)),
                ('place', models.CharField(blank=True, max_length=120)),
                ('zone', models.CharField(max_length=64)),
                ('joining', models.CharField(choices=[('free', 'Free'), ('request', 'Request'), ('link', 'Link')], default='free', max_length=7)),
                ('invite', models.CharField(max_length=32)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'games_club',
                'ordering': ['title'],
            },
        ),
        migrations.CreateModel(
            name='ClubMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('director', 'Director'), ('member', 'Member')], default='member', max_length=8)),
                ('joined_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='games.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_memberships', to='games.player')),
            ],
            options={
                'db_table': 'games_clubmember',
                'ordering': ['joined_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ClubRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=200)),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='games.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_requests', to='games.player')),
            ],
            options={
                'db_table': 'games_clubrequest',
                'ordering': ['made_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ClubRemoval',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('removed_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to='games.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
            ],
            options={
                'db_table': 'games_clubremoval',
            },
        ),
        migrations.CreateModel(
            name='ClubCalendar',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=32, unique=True)),
                ('created_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='club_calendar', to='games.player')),
            ],
            options={
                'db_table': 'games_clubcalendar',
            },
        ),
        migrations.CreateModel(
            name='ClubNight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16)),
                ('edition', models.CharField(max_length=16)),
                ('options', models.JSONField(default=dict)),
                ('rated', models.BooleanField(default=False)),
                ('title', models.CharField(max_length=49)),
                ('weekday', models.PositiveSmallIntegerField()),
                ('begins_at', models.TimeField()),
                ('every_weeks', models.PositiveSmallIntegerField(default=1)),
                ('week_of_month', models.SmallIntegerField(null=True)),
                ('first_day', models.DateField()),
                ('last_day', models.DateField(null=True)),
                ('days_before', models.PositiveSmallIntegerField(default=5)),
                ('guests', models.BooleanField(default=False)),
                ('on_boards', models.BooleanField(default=False)),
                ('table_size', models.PositiveSmallIntegerField(default=2)),
                ('method', models.CharField(max_length=16)),
                ('rounds', models.PositiveSmallIntegerField()),
                ('break_minutes', models.PositiveSmallIntegerField(null=True)),
                ('due_at', models.DateTimeField(db_index=True, null=True)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='games.club')),
                ('lexicon', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexicon')),
            ],
            options={
                'db_table': 'games_clubnight',
                'ordering': ['weekday', 'begins_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ClubEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.club')),
                ('night', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='occurrences', to='games.clubnight')),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='club_event', to='games.event')),
            ],
            options={
                'db_table': 'games_clubevent',
                'ordering': ['day', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ClubSeason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60)),
                ('first_day', models.DateField()),
                ('last_day', models.DateField()),
                ('best', models.PositiveSmallIntegerField(null=True)),
                ('points', models.JSONField(default=list)),
                ('attendance', models.PositiveSmallIntegerField(default=1)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='games.club')),
            ],
            options={
                'db_table': 'games_clubseason',
                'ordering': ['-first_day', '-id'],
            },
        ),
        migrations.CreateModel(
            name='ClubMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16)),
                ('edition', models.CharField(max_length=16)),
                ('options', models.JSONField(default=dict)),
                ('rated', models.BooleanField(default=False)),
                ('boards', models.PositiveSmallIntegerField()),
                ('starts_at', models.DateTimeField(null=True)),
                ('stage', models.CharField(choices=[('offered', 'Offered'), ('agreed', 'Agreed'), ('started', 'Started'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='offered', max_length=9)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
                ('home', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='home_matches', to='games.club')),
                ('away', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='away_matches', to='games.club')),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='club_match', to='games.event')),
                ('lexicon', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lexicon.lexicon')),
            ],
            options={
                'db_table': 'games_clubmatch',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='ClubMatchPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('signed_up_at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='games.clubmatch')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='club_matches', to='games.player')),
                ('entrant', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='club_match_player', to='games.entrant')),
            ],
            options={
                'db_table': 'games_clubmatchplayer',
                'ordering': ['signed_up_at', 'id'],
            },
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['joining', 'title'], name='clubs_to_list'),
        ),
        migrations.AddConstraint(
            model_name='clubmember',
            constraint=models.UniqueConstraint(fields=('club', 'player'), name='joins_a_club_once'),
        ),
        migrations.AddConstraint(
            model_name='clubmember',
            constraint=models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('club',), name='one_owner_a_club'),
        ),
        migrations.AddConstraint(
            model_name='clubrequest',
            constraint=models.UniqueConstraint(fields=('club', 'player'), name='one_request_a_club'),
        ),
        migrations.AddConstraint(
            model_name='clubremoval',
            constraint=models.UniqueConstraint(fields=('club', 'player'), name='removed_from_a_club_once'),
        ),
        migrations.AddConstraint(
            model_name='clubnight',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('club', 'key'), name='club_night_key_once'),
        ),
        migrations.AddConstraint(
            model_name='clubevent',
            constraint=models.UniqueConstraint(fields=('night', 'day'), name='club_night_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='clubseason',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('club', 'key'), name='club_season_key_once'),
        ),
        migrations.AddConstraint(
            model_name='clubmatch',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('home', 'key'), name='club_match_key_once'),
        ),
        migrations.AddConstraint(
            model_name='clubmatchplayer',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='plays_for_one_club'),
        ),
    ]
