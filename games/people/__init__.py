"""People to each other: what a member's page shows, to whom, and whom one follows."""
