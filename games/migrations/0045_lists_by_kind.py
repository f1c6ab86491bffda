from django.db import migrations, models

from games.common.indexes import AddIndexWithoutLock


class Migration(migrations.Migration):
    """Indexes by which lists are filtered and results added up."""

    atomic = False

    dependencies = [("games", "0044_analyses_asked_from")]

    operations = [
        AddIndexWithoutLock(
            model_name='playedgame',
            index=models.Index(fields=['player', 'result', 'variant', 'language', 'speed', 'versus', 'score', 'bingos'], name='tallies_of_a_page'),
        ),
        AddIndexWithoutLock(
            model_name='ratingchange',
            index=models.Index(fields=['rating', 'mu'], name='highest_and_lowest'),
        ),
        AddIndexWithoutLock(
            model_name='room',
            index=models.Index(fields=['variant', 'lexicon'], name='rooms_of_a_kind'),
        ),
    ]
