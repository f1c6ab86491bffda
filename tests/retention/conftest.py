"""Tables as in :mod:`tests.play`, members as in :mod:`tests.accounts`."""

from tests.accounts.conftest import *  # noqa: F403
from tests.play.conftest import *  # noqa: F403
