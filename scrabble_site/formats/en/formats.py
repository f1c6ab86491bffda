"""The admin's dates, as :mod:`scrabble_site.shared.instants` writes them.

``static/js/site/admin_dates.js`` shows them in the reader's time zone.
"""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i T"
