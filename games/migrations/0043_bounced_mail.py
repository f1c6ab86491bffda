from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0042_rating_weights"),
    ]

    operations = [
        migrations.AddField(
            model_name="telling",
            name="bounced",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
