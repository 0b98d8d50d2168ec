"""The script of a page as one file: its modules one after the other, each in a function of its own.

Browsers fetch modules one by one. Here the module of a page and all that it imports are joined when they are asked for,
without their documentation. Our modules use four forms: `import "./a.js"`, `import * as a from "./a.js"`,
`import { a, b as c } from "./a.js"`, and `export` before a function, a class or a constant.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.web.made import MadeFiles
from bastide.web.site import HERE

FOLDER: Final = HERE / "static" / "js"
IMPORT: Final = re.compile(r'^import (?:(?:\* as (\w+)|\{([^}]*)\}) from )?"(\.\.?/[\w./]+)";\n', re.M)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
EXPORTED: Final = re.compile(r"^export \{(\w+)\};\n?", re.M)
DOCUMENTATION: Final = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.M | re.S)


def joined(entry: Path) -> tuple[str, list[Path]]:
    """The module and all modules that it imports, those first that others need, and their files.

    :raises ValueError: there is another form.
    """
    out: dict[Path, str] = {}
    add(entry.resolve(), out)
    return '"use strict";\nconst modules = {};\n' + "".join(out.values()), list(out)


def made(name: str) -> tuple[str, list[Path]] | None:
    """The script of a page; None if there is no such page."""
    path = FOLDER / f"{name}.js"
    return joined(path) if path.parent == FOLDER and path.is_file() else None


SCRIPTS: Final = MadeFiles("text/javascript", made)


def add(path: Path, out: dict[Path, str]) -> None:
    """Add a module after those that it imports."""
    if path in out:
        return
    out[path] = ""  # in a circle of imports, the first one comes last
    text = DOCUMENTATION.sub("", path.read_text("utf-8"))
    for _, _, other in IMPORT.findall(text):
        add((path.parent / other).resolve(), out)
    names = EXPORT.findall(text) + EXPORTED.findall(text)
    body = EXPORTED.sub("", EXPORT.sub("", IMPORT.sub(taken, text)))
    if wrong := re.search(r"^(?:import|export)\b.*", body, re.M):
        raise ValueError(f"{path.name}: {wrong[0]!r} is a form of module that cannot be joined")
    moved = out.pop(path)
    assert not moved
    out[path] = f'modules["{path.name}"] = (() => {{\n{body}return {{ {", ".join(names)} }};\n}})();\n'


def taken(found: re.Match[str]) -> str:
    """An import as constants of the modules that were joined before."""
    whole, some, other = found.groups()
    module = f'modules["{Path(other).name}"]'
    if whole:
        return f"const {whole} = {module};\n"
    return f"const {{{some.replace(' as ', ': ')}}} = {module};\n" if some else ""


async def script(request: Request) -> Response:
    """GET /js/{name}.js: revalidated on each use, and sent only if it has changed."""
    found = SCRIPTS.respond(request, request.path_params["name"])
    return found or Response("no such script", 404, media_type="text/plain")


ROUTES: Final = [Route("/js/{name}.js", script, methods=["GET"])]
