"""A puzzle's page as HTML fragments."""
