"""Add daily games: the game of a day, its secret, and players' attempts with their plays."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0068_one_device"),
        ("lexicon", "0007_stored_texts"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyGame",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("language", models.CharField(max_length=16)),
                ("variant", models.CharField(max_length=16)),
                ("tile_set", models.CharField(max_length=32)),
                ("layout", models.CharField(max_length=32)),
                ("seed_hash", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="lexicon.revision",
                    ),
                ),
            ],
            options={
                "db_table": "games_dailygame",
                "ordering": ["-day", "language"],
            },
        ),
        migrations.CreateModel(
            name="DailyAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField(default=0)),
                ("turn_started_at", models.DateTimeField(null=True)),
                ("turn_points", models.JSONField(default=list)),
                ("points", models.PositiveIntegerField(default=0)),
                ("best_plays", models.PositiveSmallIntegerField(default=0)),
                ("practice", models.BooleanField(default=False)),
                ("began_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_attempts",
                        to="games.player",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.dailygame",
                    ),
                ),
            ],
            options={
                "db_table": "games_dailyattempt",
            },
        ),
        migrations.CreateModel(
            name="DailyGameSecret",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.BinaryField()),
                ("turns", models.JSONField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="secret",
                        to="games.dailygame",
                    ),
                ),
            ],
            options={
                "db_table": "games_dailygamesecret",
            },
        ),
        migrations.CreateModel(
            name="DailyPlay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField()),
                ("position", models.CharField(max_length=8)),
                ("tiles", models.CharField(max_length=120)),
                ("score", models.PositiveIntegerField()),
                ("points", models.PositiveIntegerField()),
                ("best", models.BooleanField()),
                ("invalid_words", models.JSONField(default=list)),
                ("sent_at", models.DateTimeField()),
                (
                    "attempt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plays",
                        to="games.dailyattempt",
                    ),
                ),
            ],
            options={
                "db_table": "games_dailyplay",
            },
        ),
        migrations.AddConstraint(
            model_name="dailygame",
            constraint=models.UniqueConstraint(
                fields=("day", "language"), name="one_daily_game_a_day_and_language"
            ),
        ),
        migrations.AddIndex(
            model_name="dailyattempt",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False), ("practice", False)),
                fields=["game", "-points", "-best_plays"],
                name="ranked_daily_attempts",
            ),
        ),
        migrations.AddIndex(
            model_name="dailyattempt",
            index=models.Index(
                condition=models.Q(("turn_started_at__isnull", False)),
                fields=["turn_started_at"],
                name="running_daily_turns",
            ),
        ),
        migrations.AddConstraint(
            model_name="dailyattempt",
            constraint=models.UniqueConstraint(
                fields=("game", "player"), name="one_daily_attempt_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="dailyplay",
            constraint=models.UniqueConstraint(
                fields=("attempt", "turn"), name="one_daily_play_a_turn"
            ),
        ),
    ]
