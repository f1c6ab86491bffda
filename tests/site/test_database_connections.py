"""Connections to PostgreSQL."""

from tests.site_processes import SiteMaker

READ_SETTING = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SHOW jit")
    print("jit is", cursor.fetchone()[0])
"""


def test_statements_are_not_compiled(site_maker: SiteMaker) -> None:
    """Compiling takes longer than reading a page does."""
    site = site_maker.make("scaled", webs=0, workers=0)
    assert "jit is off" in site.manage("shell", "--no-imports", "-c", READ_SETTING)
    site_maker.close(site)
