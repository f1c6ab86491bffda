"""Renames fields and a reverse relation in the state alone: columns stay."""

import django.db.models.deletion
from django.db import migrations, models

# Model, old name, new name and the field with the column it has always had.
FIELDS = (
    (
        ("room", "may_err", "allow_computer_errors"),
        models.BooleanField(
            db_column="allow_errors",
            default=True,
            verbose_name="computers may play invalid words",
        ),
    ),
    (
        ("room", "unhurried", "simulate_thinking"),
        models.BooleanField(
            db_column="unhurried",
            default=True,
            verbose_name="computers take a moment to think",
        ),
    ),
    (
        ("room", "starts_full", "start_when_full"),
        models.BooleanField(db_column="starts_full", default=False),
    ),
    (
        ("player", "watches_unnamed", "hidden_as_spectator"),
        models.BooleanField(
            db_column="watches_unnamed",
            default=False,
            verbose_name="hides name while watching",
        ),
    ),
    (
        ("conditionalmove", "if_good", "only_if_valid"),
        models.BooleanField(db_column="if_good", default=False),
    ),
    (
        ("puzzlesource", "cut_at", "extracted_at"),
        models.DateTimeField(db_column="cut_at", null=True),
    ),
    (
        ("apitoken", "mark", "secret_hash"),
        models.CharField(db_column="mark", editable=False, max_length=64, unique=True),
    ),
    (
        ("pushsubscription", "mark", "endpoint_hash"),
        models.CharField(db_column="mark", max_length=64, unique=True),
    ),
)


class Migration(migrations.Migration):
    """The previous release keeps using the same columns."""

    dependencies = [("games", "0059_renamed_content_types")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.AlterField(model, old, field) for (model, old, _), field in FIELDS),
                *(migrations.RenameField(model, old, new) for (model, old, new), _ in FIELDS),
                # The name of the field in the index's condition follows; the index stays.
                migrations.RemoveIndex("puzzlesource", "quarries_to_be_cut"),
                migrations.AddIndex(
                    "puzzlesource",
                    models.Index(
                        condition=models.Q(extracted_at__isnull=True),
                        fields=["asked_at"],
                        name="quarries_to_be_cut",
                    ),
                ),
                migrations.AlterField(
                    "studylist",
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="study_lists",
                        to="games.player",
                    ),
                ),
            ]
        )
    ]
