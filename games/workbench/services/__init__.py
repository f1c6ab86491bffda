"""What is done at the analysis board; :func:`address_of` leads there from anywhere."""

from games.workbench.services.positions import address_of

__all__ = ["address_of"]
