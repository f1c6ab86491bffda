"""HTTP views and middleware of accounts: settings, sessions, device links and personal data."""
