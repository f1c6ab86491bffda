from django.db import migrations, models

from games.common.indexes import AddIndexWithoutLock


class Migration(migrations.Migration):
    """An index that holds every place of a leaderboard and nothing else."""

    atomic = False

    dependencies = [("games", "0046_departed_ratings")]

    operations = [
        AddIndexWithoutLock(
            model_name='rating',
            index=models.Index(condition=models.Q(('departed', False), ('games__gte', 10)), fields=['ladder', '-mu', 'player'], name='leaderboard_places'),
        ),
    ]
