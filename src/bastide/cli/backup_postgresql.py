"""A backup of a PostgreSQL database, made and read back by PostgreSQL's own tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from bastide.cli.failure import Failure

NEEDED: Final = ("alembic_version", "game_table", "entry", "chair")
"""Tables without which a copy is none of ours."""


def dump(url: URL, draft: Path) -> None:
    """Copy a database into a file: one consistent state, while servers go on writing.

    :raises Failure: PostgreSQL's tools are not installed, or cannot copy it.
    """
    address, secret = address_of(url)
    run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={address}", "--no-password", secret=secret)
    listed = run("pg_restore", "--list", str(draft))
    # The list stands at the beginning of the file: only this reads all of it.
    run("pg_restore", f"--file={os.devnull}", str(draft))
    missing = [name for name in NEEDED if f"TABLE DATA public {name} " not in listed]
    if missing:
        raise Failure("this is not a Bastide database: it has no table {name}", name=repr(missing[0]))


def address_of(url: URL) -> tuple[str, str]:
    """The URL as PostgreSQL's tools read it, and its password: other users can see a command line."""
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    if "ssl" in bare.query:
        bare = bare.update_query_dict({"sslmode": bare.query["ssl"]}).difference_update_query(["ssl"])
    return bare.render_as_string(), str(url.password or "")


def run(program: str, *arguments: str, secret: str = "") -> str:
    """Run one of PostgreSQL's tools and return what it prints.

    :raises Failure: it is not installed, or fails.
    """
    found = shutil.which(program)
    if found is None:
        raise Failure("{program} is not installed: it comes with PostgreSQL's client tools", program=program)
    environment = {**os.environ, **({"PGPASSWORD": secret} if secret else {})}
    done = subprocess.run([found, *arguments], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise Failure("the database cannot be copied: {reason}", code=1, reason=said[0])
    return done.stdout
