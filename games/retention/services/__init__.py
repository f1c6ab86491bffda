"""Which rows each retention period covers (:mod:`.expiry`), which tables have none
(:mod:`.permanent_tables`), and people's rows, which need more than a deletion
(:mod:`.people_expiry`)."""
