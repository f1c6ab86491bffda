"""Who sees which upload: its owner, and everybody once it is shared."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.players.models import Player
from games.uploads.models import Upload


def find_upload(upload_id: UUID, player: Player | None) -> Upload | None:
    """``None`` for another's that is not shared as for none at all."""
    seen = Q(shared=True) | Q(owner=player) if player else Q(shared=True)
    return Upload.objects.filter(seen, pk=upload_id).select_related("revision__lexicon").first()


def uploads_of(player: Player) -> QuerySet[Upload]:
    """Their own, the newest first, without the texts."""
    return Upload.objects.filter(owner=player).order_by("-created_at", "pk").defer("text")
