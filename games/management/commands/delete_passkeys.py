"""``manage.py delete_passkeys NAME``: delete the passkeys of an account whose owner lost them."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.services.email_confirmation import delete_passkeys


class Command(BaseCommand):
    help = (
        "Delete all passkeys of an account and end its sessions. On a public site, staff set "
        "up a new one when they next log in with their password."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"No account is named {options['username']}.")
        self.stdout.write(f"Passkeys deleted: {delete_passkeys(user)}.")
