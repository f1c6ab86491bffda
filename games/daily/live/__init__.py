"""The page of a daily game as HTML fragments."""
