"""Renames models, fields and reverse relations in the state alone: tables and columns stay."""

import django.db.models.deletion
from django.db import migrations, models

CASCADE = django.db.models.deletion.CASCADE

# Model, old name, new name and the field with the column it has always had.
FIELDS = (
    (
        ("player", "likeness", "confusable_key"),
        models.CharField(db_column="likeness", db_index=True, editable=False, max_length=120),
    ),
    (
        ("reservedname", "look", "confusable_key"),
        models.CharField(db_column="look", max_length=120, primary_key=True, serialize=False),
    ),
    (
        ("game", "kept_waiting", "busy_shown"),
        models.BooleanField(db_column="kept_waiting", default=False),
    ),
    (
        ("game", "deserted", "absent_seat"),
        models.PositiveSmallIntegerField(db_column="deserted", null=True),
    ),
    (
        ("game", "replying", "seats_with_replies"),
        models.JSONField(db_column="replying", default=list, editable=False),
    ),
    (
        ("game", "halts", "pauses"),
        models.JSONField(db_column="halts", default=list, editable=False),
    ),
    (("move", "halts", "pauses"), models.JSONField(db_column="halts", default=list)),
    (
        ("outgoingmail", "fault", "last_error"),
        models.CharField(blank=True, db_column="fault", max_length=200),
    ),
)

# Model, foreign key and the field with its new reverse name.
RELATIONS = (
    (
        ("outgoingmail", "player"),
        models.ForeignKey(
            null=True, on_delete=CASCADE, related_name="outgoing_mail", to="games.player"
        ),
    ),
    (
        ("outgoingmail", "sender"),
        models.ForeignKey(
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="caused_mail",
            to="games.player",
        ),
    ),
    (
        ("outgoingmail", "notice"),
        models.OneToOneField(
            null=True, on_delete=CASCADE, related_name="outgoing_mail", to="games.notification"
        ),
    ),
    (
        ("deletedaccountmark", "player"),
        models.ForeignKey(
            on_delete=CASCADE, related_name="deleted_account_marks", to="games.player"
        ),
    ),
    (
        ("reservedname", "player"),
        models.ForeignKey(on_delete=CASCADE, related_name="reserved_names", to="games.player"),
    ),
    (
        ("pairweight", "rated_game"),
        models.ForeignKey(on_delete=CASCADE, related_name="pair_weights", to="games.ratedgame"),
    ),
    (
        ("uploadownerseat", "player"),
        models.ForeignKey(on_delete=CASCADE, related_name="upload_owner_seats", to="games.player"),
    ),
)


class Migration(migrations.Migration):
    """The previous release keeps using the same tables and columns."""

    dependencies = [("games", "0057_form_keys")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("RatedMeeting", "PairWeight"),
                migrations.RenameModel("UploadSeat", "UploadOwnerSeat"),
                *(migrations.AlterField(model, old, field) for (model, old, _), field in FIELDS),
                *(migrations.RenameField(model, old, new) for (model, old, new), _ in FIELDS),
                *(migrations.AlterField(model, name, field) for (model, name), field in RELATIONS),
            ]
        )
    ]
