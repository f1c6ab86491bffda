"""What people report, and what moderators make of it. Whom somebody keeps away from, too."""
