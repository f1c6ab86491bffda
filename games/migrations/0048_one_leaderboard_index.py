from django.db import migrations


class Migration(migrations.Migration):
    """The index of leaderboards before ``leaderboard_places``."""

    dependencies = [("games", "0047_leaderboard_places")]

    operations = [migrations.RemoveIndex(model_name='rating', name='leaderboard')]
