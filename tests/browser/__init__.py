"""The site in a real browser, as its players use it."""

import pytest

pytest.register_assert_rewrite("tests.browser.window_checks", "tests.browser.traffic")
