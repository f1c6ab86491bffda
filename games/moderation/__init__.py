"""Reports, moderators' decisions about them, and blocking other players."""
