from django.db import migrations, models

from games.common.indexes import AddIndexBeside


class Migration(migrations.Migration):
    """Indexes of the games that totals lack and of the notices that no one has read."""

    atomic = False

    dependencies = [("games", "0053_result_totals")]

    operations = [
        AddIndexBeside(
            model_name='playedgame',
            index=models.Index(condition=models.Q(('totalled', False)), fields=['player', 'id'], name='games_not_totalled'),
        ),
        AddIndexBeside(
            model_name='notification',
            index=models.Index(condition=models.Q(('read_at', None)), fields=['player', '-created_at'], name='unread_notices'),
        ),
    ]
