"""How static files are stored: hashed names (kept by browsers for ever) and compressed copies.

The scripts of a page are many small modules, which a browser would fetch one by one. They are
written as one file, the page's own: every module as a function that returns what it exports, those
it uses before it, comments left out. Development serves them as they are.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from servestatic.storage import CompressedManifestStaticFilesStorage

PAGES = (
    "js/room/room.js",
    "js/puzzles/puzzle.js",
    "js/bench/bench.js",
    "js/bag/check.js",
    "js/record/record.js",
    "js/lobby/lobby.js",
    "js/told/told.js",
    "js/told/choosing.js",
)
"""The scripts that pages load themselves."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w/.-]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


class JoinedScriptsStorage(CompressedManifestStaticFilesStorage):
    """Joins the modules of each page, then hashes and compresses all there is."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        joined = paths
        for name in [] if dry_run else PAGES:
            script = join_modules(name, read)
            self.delete(name)
            self._save(name, ContentFile(script.encode()))
            joined = joined | {name: (self, name)}
        yield from super().post_process(joined, dry_run, **options)


def join_modules(name: str, read: Callable[[str], str]) -> str:
    """One script of a module and all that it imports, in the order they are needed.

    >>> sources = {"js/a/a.js": 'import { b } from "./b.js";\\nb();\\n'}
    >>> sources["js/a/b.js"] = "export const b = () => {};\\n"
    >>> print(join_modules("js/a/a.js", sources.__getitem__))
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
    _join(name, read, done, under_way=())
    return "".join(done.values())


def _join(
    name: str, read: Callable[[str], str], done: dict[str, str], under_way: tuple[str, ...]
) -> None:
    if name in under_way:
        raise ValueError(f"scripts import each other in a ring: {' '.join((*under_way, name))}")
    if name in done:
        return
    source = _COMMENT.sub("", read(name))

    def path_of(found: re.Match[str]) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))

    def take(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ").strip()
        return f"const {{ {names} }} = {_variable(path_of(found))};\n"

    for found in _IMPORT.finditer(source):
        _join(path_of(found), read, done, (*under_way, name))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(take, source))
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(f"{name}: only `import {{ a }} from` and `export` of a name can be joined")
    exported = [found[2] for found in _EXPORT.finditer(source)]
    if under_way:
        returned = f"return {{ {', '.join(exported)} }};\n" if exported else ""
        done[name] = f"const {_variable(name)} = (() => {{\n{body}{returned}}})();\n"
    else:
        done[name] = f"(() => {{\n{body}}})();\n"


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
