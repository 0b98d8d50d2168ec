"""The import graph of the whole project: files that import each other in a circle are few.

The contracts of import-linter (`make imports`) say which package may import which. They say nothing about the files of
one package, which may still need each other in a long circle: then none can be read, tested or changed alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import grimp

MOST = 3
"""How many files a circle may have: a class and one or two that are made by it and know it."""


def circles(imports: Mapping[str, Collection[str]]) -> list[set[str]]:
    """The sets of modules that can all reach each other: strongly connected components of two or more (Tarjan 1972)."""
    found: list[set[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    for start in sorted(imports):
        if start in number:
            continue
        number[start] = lowest[start] = len(number)
        path.append(start)
        work = [(start, iter(sorted(imports[start])))]
        while work:
            module, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    path.append(other)
                    work.append((other, iter(sorted(imports[other]))))
                    break
                if other in path:
                    lowest[module] = min(lowest[module], number[other])
            else:
                work.pop()
                if work:
                    before = work[-1][0]
                    lowest[before] = min(lowest[before], lowest[module])
                if lowest[module] == number[module]:
                    at = path.index(module)
                    if len(path) - at > 1:
                        found.append(set(path[at:]))
                    del path[at:]
    return found


def test_no_import_circle_is_large() -> None:
    # Imports under TYPE_CHECKING count. They cost nothing at run time, but a reader needs the types that a file names,
    # and mypyc compiles against them. Without these imports every circle would go unnoticed.
    graph = grimp.build_graph("bastide", exclude_type_checking_imports=False, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300
    large = [sorted(circle) for circle in circles(imports) if len(circle) > MOST]
    assert not large, large


def test_circles_are_found() -> None:
    imports = {"a": ["b"], "b": ["c", "e"], "c": ["a"], "d": ["a", "e"], "e": ["f"], "f": ["e", "g"], "g": []}
    assert sorted(map(sorted, circles(imports))) == [["a", "b", "c"], ["e", "f"]]
    assert circles({"a": ["b", "c"], "b": ["c"], "c": []}) == []
