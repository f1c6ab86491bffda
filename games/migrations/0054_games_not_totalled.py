from django.db import migrations, models

from games.common.indexes import AddIndexWithoutLock


class Migration(migrations.Migration):
    """Indexes of the games that totals lack and of the notices that no one has read."""

    atomic = False

    dependencies = [("games", "0053_result_totals")]

    operations = [
        AddIndexWithoutLock(
            model_name='playedgame',
            index=models.Index(condition=models.Q(('totalled', False)), fields=['player', 'id'], name='games_not_totalled'),
        ),
        AddIndexWithoutLock(
            model_name='notification',
            index=models.Index(condition=models.Q(('read_at', None)), fields=['player', '-created_at'], name='unread_notices'),
        ),
    ]
