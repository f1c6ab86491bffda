"""``reporting`` queues a complaint, ``settling`` is what a moderator makes of it, ``moderators``
gives the group of those its rights."""
