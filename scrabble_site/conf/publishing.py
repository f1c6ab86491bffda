"""Settings for what the operator publishes: the legal pages and ``security.txt``."""

from datetime import UTC, datetime

from django.core.exceptions import ImproperlyConfigured

from scrabble_site.conf import env

# Folder with privacy.md, imprint.md, terms.md, cookies.md and contact.md; "" means VAR_DIR/texts.
SITE_TEXTS = env.read_text("SITE_TEXTS", "")
# Where people report vulnerabilities: URIs that begin with mailto:, https:// or tel:.
SECURITY_CONTACT = env.read_list("SECURITY_CONTACT", [])
# When the contacts expire (RFC 9116): a date (2027-06-30) or an instant (2027-06-30T12:00:00Z).
SECURITY_EXPIRES: datetime | None = None

for _contact in SECURITY_CONTACT:
    if not _contact.startswith(("mailto:", "https://", "tel:")) or len(_contact.split()) != 1:
        raise ImproperlyConfigured(
            f"Environment variable SECURITY_CONTACT: {_contact!r} is not valid; expected addresses "
            "that begin with mailto:, https:// or tel:."
        )
if _expires := env.read_text("SECURITY_EXPIRES", ""):
    try:
        SECURITY_EXPIRES = datetime.fromisoformat(_expires)
    except ValueError as _error:
        raise ImproperlyConfigured(
            f"Environment variable SECURITY_EXPIRES: {_expires!r} is not valid; expected a date "
            "like 2027-06-30 or 2027-06-30T12:00:00Z."
        ) from _error
    if SECURITY_EXPIRES.tzinfo is None:
        SECURITY_EXPIRES = SECURITY_EXPIRES.replace(tzinfo=UTC)
