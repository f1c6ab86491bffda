"""How Django writes dates where the site does not: in the admin's lists and forms."""
