from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0055_plain_fields")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="language",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=10,
                verbose_name="language",
            ),
        ),
    ]
