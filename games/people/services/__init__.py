"""Figures of ended games, whom one follows, what one shows, who is here."""
