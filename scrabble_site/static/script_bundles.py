"""Storage of static files: hashed names, which browsers cache for ever, and compressed copies.

A page's script consists of many small modules, which a browser would fetch one by one. Here they
are joined into one file per page: each module becomes a function that returns its exports, placed
after the modules it imports. rjsmin then removes comments and indentation. Development serves the
modules as they are.

Django's own support for modules hashes their names but leaves one request for each. A bundler such
as esbuild would add a binary per platform and a build step.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from rjsmin import jsmin
from servestatic.storage import CompressedManifestStaticFilesStorage

PAGE_SCRIPTS = (
    "js/site.js",
    "js/site/local_dates.js",
    "js/site/admin_dates.js",
    "js/room/room.js",
    "js/table_screen/table_screen.js",
    "js/kitchen_table/turn_banner.js",
    "js/puzzles/puzzle.js",
    "js/duplicate/duplicate.js",
    "js/daily/daily_game.js",
    "js/site/live_page.js",
    "js/broadcasts/annotated_board.js",
    "js/broadcasts/scorekeeping.js",
    "js/broadcasts/broadcast.js",
    "js/events/event_form.js",
    "js/analysis_board/analysis_board.js",
    "js/bag/bag_check.js",
    "js/record/record.js",
    "js/lobby/match_page.js",
    "js/uploads/page.js",
    "js/lexicon/dictionary.js",
    "js/lobby/lobby.js",
    "js/lobby/front_door.js",
    "js/lobby/room_form.js",
    "js/lobby/running_clocks.js",
    "js/notifications/notifications.js",
    "js/notifications/settings_page.js",
)
"""The entry scripts that pages load."""

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[\w/.-]+)";\n', re.MULTILINE)
_NESTED_TEMPLATE = re.compile(r"`(?:[^`\\]|\\.)*?\$\{[^}`]*`")
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


class BundledScriptsStorage(CompressedManifestStaticFilesStorage):
    """Bundles the modules of each page, then hashes and compresses all static files."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        joined = paths
        for name in [] if dry_run else PAGE_SCRIPTS:
            script = jsmin(bundle_modules(name, read))
            self.delete(name)  # otherwise the storage would choose another name
            self._save(name, ContentFile(script.encode()))
            joined = joined | {name: (self, name)}
        yield from super().post_process(joined, dry_run, **options)


def bundle_modules(name: str, read: Callable[[str], str]) -> str:
    """Join a module and everything it imports into one script, dependencies first.

    >>> sources = {"js/a/a.js": 'import { b } from "./b.js";\\nb();\\n'}
    >>> sources["js/a/b.js"] = "export const b = () => {};\\n"
    >>> print(bundle_modules("js/a/a.js", sources.__getitem__))
    const $js_a_b = (() => {
    const b = () => {};
    return { b };
    })();
    (() => {
    const { b } = $js_a_b;
    b();
    })();
    <BLANKLINE>
    """
    done: dict[str, str] = {}
    _bundle_into(name, read, done, under_way=())
    return "".join(done.values())


def _bundle_into(
    name: str, read: Callable[[str], str], done: dict[str, str], under_way: tuple[str, ...]
) -> None:
    if name in under_way:
        raise ValueError(f"scripts import each other in a ring: {' '.join((*under_way, name))}")
    if name in done:
        return
    source = read(name)
    if _NESTED_TEMPLATE.search(source):
        raise ValueError(f"{name}: rjsmin would take spaces out of a template within a template")

    def path_of(found: re.Match[str]) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))

    def take(found: re.Match[str]) -> str:
        if found[1] is None:  # a module imported for what it does
            return ""
        names = found[1].replace(" as ", ": ").strip()
        return f"const {{ {names} }} = {_build_variable_name(path_of(found))};\n"

    for found in _IMPORT.finditer(source):
        _bundle_into(path_of(found), read, done, (*under_way, name))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(take, source))
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(
            f"{name}: only `import {{ a }} from`, `import` and `export` of a name can be joined"
        )
    exported = [found[2] for found in _EXPORT.finditer(source)]
    if under_way:
        returned = f"return {{ {', '.join(exported)} }};\n" if exported else ""
        done[name] = f"const {_build_variable_name(name)} = (() => {{\n{body}{returned}}})();\n"
    else:
        done[name] = f"(() => {{\n{body}}})();\n"


def _build_variable_name(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
