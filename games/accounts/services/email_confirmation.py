"""Revoking what another person may have set up on an account before its e-mail was confirmed.

Anyone can sign up with another person's address and then hold a session, a password, perhaps
passkeys and tokens. None of them may survive the moment the owner confirms the address.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction

from games.accounts.services.sessions import end_sessions
from games.players.models import Player


def reset_credentials(user: User, *, keep_password: bool = False) -> None:
    """End an account's sessions, tokens, links and passkeys, and its password unless
    ``keep_password`` says that the owner has just set it. ``user`` is updated in place."""
    with transaction.atomic():
        Authenticator.objects.filter(user=user).delete()
        if not keep_password:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        member = Player.objects.filter(user=user).first()
        if member is not None:
            end_sessions(member)  # also ends tokens and links, which name the epoch


def delete_passkeys(user: User) -> int:
    """Delete the passkeys of a user who has lost them and end the account's sessions. Return how
    many passkeys there were."""
    with transaction.atomic():
        found = Authenticator.objects.filter(user=user)
        count = len(found)
        found.delete()
        member = Player.objects.filter(user=user).first()
        if member is not None:
            end_sessions(member)
    return count


def has_confirmed_email(user: User) -> bool:
    """Return whether any address of this account has been confirmed."""
    return EmailAddress.objects.filter(user=user, verified=True).exists()


def belongs_to_owner_of(user: User, email: str) -> bool:
    """Return whether the mailbox of an address gives access to an account.

    That is so for a confirmed address and, while none is confirmed, for the one given at sign-up.
    An address that a member wants to change to may be another person's until it is confirmed.
    """
    own = {one.email.casefold(): one.verified for one in EmailAddress.objects.filter(user=user)}
    if any(own.values()):
        return own.get(email.casefold(), False)
    return user.email.casefold() == email.casefold()


def mark_confirmed(user: User) -> None:
    """Mark an account's address as confirmed, after its owner has used a link sent to it."""
    EmailAddress.objects.filter(user=user, email__iexact=user.email).update(verified=True)
