import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0074_leagues'),
        ('lexicon', '0008_dispute_votes'),
    ]

    operations = [
        migrations.CreateModel(
            name='AnnotatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('title', models.CharField(max_length=80)),
                ('names', models.JSONField(default=list)),
                ('variant', models.CharField(max_length=16)),
                ('edition', models.CharField(max_length=16)),
                ('options', models.JSONField(default=dict)),
                ('listed', models.BooleanField(default=False)),
                ('shows_racks', models.BooleanField(default=False)),
                ('moves', models.JSONField(default=list)),
                ('ending', models.JSONField(null=True)),
                ('stage', models.CharField(choices=[('live', 'Live'), ('over', 'Over')], default='live', max_length=4)),
                ('invite', models.CharField(max_length=32)),
                ('stamp', models.PositiveIntegerField(default=1)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('last_key', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('record', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='annotated_game', to='games.uploadedgame')),
                ('revision', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='lexicon.revision')),
                ('table', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='annotated_game', to='games.eventtable')),
            ],
            options={
                'db_table': 'games_annotatedgame',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Scorekeeper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keepers', to='games.annotatedgame')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_games', to='games.player')),
            ],
            options={
                'db_table': 'games_scorekeeper',
                'ordering': ['id'],
            },
        ),
        migrations.AddIndex(
            model_name='annotatedgame',
            index=models.Index(fields=['listed', 'stage', '-changed_at'], name='annotated_games_to_list'),
        ),
        migrations.AddConstraint(
            model_name='scorekeeper',
            constraint=models.UniqueConstraint(fields=('game', 'player'), name='keeps_a_game_once'),
        ),
    ]
