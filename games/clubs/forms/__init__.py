"""Forms for a club, a club night, a season and a match."""
