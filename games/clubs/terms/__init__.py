"""Pure rules of clubs: when nights are, how seasons add up, who meets whom, calendars."""
