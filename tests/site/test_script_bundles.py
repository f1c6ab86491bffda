"""The scripts of a page are sent as one file, which behaves like its modules."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.templatetags.static import static

from scrabble_site.static.script_bundles import PAGE_SCRIPTS, bundle_modules
from tests.prepared_sites import prepare_static


def read(name: str) -> str:
    return (Path(site_settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")


WITH_COMMANDS = (
    "js/room/room.js",
    "js/table_screen/table_screen.js",
    "js/puzzles/puzzle.js",
    "js/duplicate/duplicate.js",
    "js/daily/daily_game.js",
)


@pytest.mark.parametrize("page", PAGE_SCRIPTS)
def test_a_bundle_contains_each_module_once(page: str, tmp_path: Path) -> None:
    joined = bundle_modules(page, read)
    assert "\nimport " not in joined
    assert "\nexport " not in joined
    assert joined.count("function sendRequest(") == (page in WITH_COMMANDS)
    if node := shutil.which("node"):
        script = tmp_path / "joined.mjs"
        script.write_text(joined)
        subprocess.run([node, "--check", script], check=True)


def test_pages_load_the_bundled_script(settings: Any) -> None:
    folder = settings.STATIC_ROOT = prepare_static()
    hashed = {"BACKEND": "scrabble_site.static.script_bundles.BundledScriptsStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": hashed}
    for page in PAGE_SCRIPTS:
        assert "\nimport " not in (folder / static(page).removeprefix("/static/")).read_text()


def run(sources: dict[str, str], tmp_path: Path) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install Debian's package nodejs")
    script = tmp_path / "joined.mjs"
    script.write_text(bundle_modules("js/a/a.js", sources.__getitem__))
    return subprocess.run([node, script], check=True, capture_output=True, text=True).stdout


def test_modules_keep_their_own_names(tmp_path: Path) -> None:
    sources = {
        "js/a/a.js": 'import { log as write } from "./b.js";\nimport "./first.js";\n'
        'import {\n  word,\n} from "../c/c.js";\n'
        "const hidden = 'a';\n/** Two\n * lines. */\nwrite(word() + hidden);\n",
        "js/a/b.js": 'import { word } from "../c/c.js";\nconst hidden = "b";\n'
        "export function log(/** @type {string} */ what) {\n"
        "  console.log(what + word() + hidden);\n}\n",
        "js/a/first.js": "console.log('first');\n",
        "js/c/c.js": "const hidden = 'c';\nexport const word = () => hidden;\n",
    }
    assert run(sources, tmp_path) == "first\ncacb\n"


def test_circular_imports_are_refused() -> None:
    sources = {
        "js/a/a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
        "js/a/b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
    }
    with pytest.raises(ValueError, match="ring"):
        bundle_modules("js/a/a.js", sources.__getitem__)


@pytest.mark.parametrize("line", ["export default 1;", 'import * as all from "./b.js";'])
def test_unsupported_module_syntax_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="can be joined"):
        bundle_modules("js/a/a.js", lambda _name: f"{line}\n")
