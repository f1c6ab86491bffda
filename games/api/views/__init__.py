"""Views of the API, one django-ninja router per subject."""
