"""HTTP views of members' pages, past games, following and leaderboards."""
