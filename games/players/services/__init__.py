"""Who keeps away from whom (``blocks``), and what moderators have decided about somebody
(``sanctions``): written here, and asked by every domain above."""
