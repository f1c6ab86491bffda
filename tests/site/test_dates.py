"""Dates: one form everywhere, in UTC until the reader's zone is known, then in that zone."""

import json
import re
import shutil
import subprocess
import zoneinfo
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.common.time_zones import list_time_zones, load_time_zone
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.players.models import NotificationSettings, Player
from games.players.services.notifications import create_notification
from scrabble_site.shared.instants import WRITTEN_INSTANT, localize_dates
from tests.test_code_rules import ROOT, tracked_files

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
OTHER_WAYS = re.compile(
    r"\|(?:date|time|naturalday|naturaltime)\b|\{% now\b|<time\b[^>]*datetime|\bUTC\b"
)
TIME_ELEMENT = re.compile('<time datetime="([^"]+)" data-form="([a-z]+)">([^<]+)<')
UNZONED = re.compile(r"\bdate_format\(|\bdateformat\b|\.strftime\(")


def render(template: str, **values: object) -> str:
    return Template("{% load dates %}" + template).render(Context(values))


def test_an_instant_is_a_time_element() -> None:
    shown = render("{{ at|moment }} {{ at|day }} {{ at|time_of_day }}", at=NOON)
    machine = '<time datetime="2026-05-03T12:00:00Z" data-form='
    assert shown == (
        f'{machine}"moment">3 May 2026, 12:00 UTC</time> '
        f'{machine}"day">3 May 2026</time> {machine}"time">12:00 UTC</time>'
    )


def test_names_that_a_system_has_dropped_are_known() -> None:
    """Browsers in India name their zone "Asia/Calcutta", which newer systems lack."""
    zoneinfo.reset_tzpath(to=[])
    list_time_zones.cache_clear()
    try:
        assert load_time_zone("Asia/Calcutta").key == "Asia/Calcutta"
    finally:
        zoneinfo.reset_tzpath()
        list_time_zones.cache_clear()


def test_a_calendar_day_has_no_zone() -> None:
    shown = render("{{ on|day }}", on=date(2026, 5, 3))
    assert shown == '<time datetime="2026-05-03" data-form="day">3 May 2026</time>'


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_server_writes_dates_as_the_pages_script_does(language: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install Debian's package nodejs")
    ats = [datetime(2026, month, 3, 12, 5, tzinfo=UTC) for month in range(1, 13)]
    template = "{% for at in ats %}{{ at|moment }}{{ at|day }}{{ at|time_of_day }}{% endfor %}"
    zone = "Pacific/Auckland"
    with translation.override(language):
        page = localize_dates(render(template, ats=ats), ZoneInfo(zone))
    script = f"""
        import {{ writeDate }} from "{(ROOT / "static/js/site/dates.js").as_uri()}";
        const reader = {json.dumps({"language": language, "zone": zone})};
        const found = {json.dumps(TIME_ELEMENT.findall(page))};
        console.log(JSON.stringify(found.map(([at, form]) => writeDate(at, form, reader))));
    """
    run = subprocess.run(
        [node, "--input-type=module"], input=script, capture_output=True, check=True, text=True
    )
    assert [shown for _at, _form, shown in TIME_ELEMENT.findall(page)] == json.loads(run.stdout)


def test_instants_in_sentences_are_time_elements_and_the_rest_is_escaped() -> None:
    shown = render("{{ said|with_dates }}", said="<b> until 3 May 2026, 12:00 UTC.")
    assert shown == f"&lt;b&gt; until {render('{{ at|moment }}', at=NOON)}."


@pytest.mark.parametrize(
    "name",
    [
        "99 Abc 2026, 99:99 UTC",
        "31 Feb 2026, 12:00 UTC",
        "31 Dec 9999, 23:59 UTC",
        "9999-12-31, 23:00 UTC",
        "1 Jan 0999, 12:00 UTC",
    ],
)
def test_a_name_that_looks_like_an_instant_is_unchanged(name: str) -> None:
    assert render("{{ said|with_dates }}", said=f"{name} to move.") == f"{name} to move."


def test_templates_print_dates_only_through_the_date_filters() -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), line.strip())
        for path in [*tracked_files("templates/*.html"), *tracked_files("templates/*.txt")]
        for line in path.read_text().splitlines()
        if OTHER_WAYS.search(line)
    ]
    assert not found


def test_code_formats_dates_only_in_the_date_filters() -> None:
    """Codes in addresses, headers and archives are written with ``isoformat``."""
    found = [
        path.relative_to(ROOT).as_posix()
        for path in tracked_files("*.py")
        if path.relative_to(ROOT).parts[0] in ("games", "lexicon")
        and UNZONED.search(path.read_text())
    ]
    assert found == ["games/templatetags/dates.py"]


@pytest.mark.django_db
def test_lists_of_the_admin_write_instants_for_the_pages_script(client: Client) -> None:
    client.force_login(User.objects.create_superuser("Boss"))
    player = Player.objects.create(nickname="Jade")
    Player.objects.filter(pk=player.pk).update(created_at=NOON)
    shown = client.get("/admin/games/player/").content.decode()
    assert re.findall(r"field-created_at[^>]*>([^<]*)<", shown) == ["3 May 2026, 12:00 UTC"]
    assert WRITTEN_INSTANT.fullmatch("3 May 2026, 12:00 UTC")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "written"),
    [("", "3 May 2026, 12:00 UTC"), ("Europe/Berlin", "3 May 2026, 14:00 Europe/Berlin")],
)
def test_emails_have_dates_in_the_zone_of_the_readers_settings(zone: str, written: str) -> None:
    player = Player.objects.create(nickname="Jade", email_asked="jade@tiles.example")
    NotificationSettings.objects.create(player=player, zone=zone)
    notice = create_notification(player, "logged_out", NOON, path="/settings/", why="asked")
    letter = OutgoingMail.objects.filter(notice=notice).first() or OutgoingMail(
        kind="logged_out", to="jade@tiles.example", player=player, notice=notice, created_at=NOON
    )
    assert f"on all devices on {written}. " in get_mail_text(letter, NOON)
