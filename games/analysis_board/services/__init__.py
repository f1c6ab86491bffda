"""Positions and simulations. Other domains link to the board with :func:`build_board_url`."""

from games.analysis_board.services.board_positions import build_board_url

__all__ = ["build_board_url"]
