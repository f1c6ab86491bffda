"""Renames a model and fields in the state alone: tables and columns stay."""

import django.db.models.deletion
from django.db import migrations, models

# Model, old name, new name and the field with the column it has always had.
FIELDS = (
    (("seatmember", "over", "game_over"), models.BooleanField(db_column="over", default=False)),
    (("hint", "over", "after_turn"), models.BooleanField(db_column="over", default=False)),
    (("gamesecret", "hidden", "state"), models.JSONField(db_column="hidden", default=dict)),
    (
        ("deletedaccounthash", "mark", "digest"),
        models.CharField(db_column="mark", max_length=64, primary_key=True, serialize=False),
    ),
    (
        ("studycard", "asked", "answers"),
        models.PositiveIntegerField(db_column="asked", default=0),
    ),
    (
        ("studycard", "known", "right_answers"),
        models.PositiveIntegerField(db_column="known", default=0),
    ),
    (("missedword", "lost", "equity_loss"), models.FloatField(db_column="lost")),
    (
        ("playersignals", "thought", "thinking_time"),
        models.FloatField(db_column="thought", null=True, verbose_name="thinking time"),
    ),
    (
        ("playersignals", "leaves", "page_hidden"),
        models.FloatField(db_column="leaves", null=True, verbose_name="page left"),
    ),
)


class Migration(migrations.Migration):
    """The previous release keeps using the same tables and columns."""

    dependencies = [("games", "0064_player_time_zone")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("DeletedAccountMark", "DeletedAccountHash"),
                migrations.AlterField(
                    "deletedaccounthash",
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deleted_account_hashes",
                        to="games.player",
                    ),
                ),
                # Renaming a field leaves the indexes and constraints that name it as they are.
                migrations.RemoveIndex("seatmember", "games_of_a_player"),
                migrations.RemoveConstraint("hint", "hint_once_a_position"),
                *(migrations.AlterField(model, old, field) for (model, old, _), field in FIELDS),
                *(migrations.RenameField(model, old, new) for (model, old, new), _ in FIELDS),
                migrations.AddIndex(
                    "seatmember",
                    models.Index(fields=["player", "game_over", "-id"], name="games_of_a_player"),
                ),
                migrations.AddConstraint(
                    "hint",
                    models.UniqueConstraint(
                        fields=["game", "turn", "seat", "after_turn"], name="hint_once_a_position"
                    ),
                ),
            ]
        )
    ]
