"""Fair-play services: the queue of games to measure (:mod:`.queue`), measuring (:mod:`.measuring`),
hidden pages (:mod:`.absences`), and data export and erasure (:mod:`.account_changes`)."""
