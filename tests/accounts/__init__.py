"""Accounts: signing up, logging in, sessions, personal data and leaving."""
