"""Files that an earlier version has written, and the proof that this one reads them and goes on.

- `records/` holds games of every set of modules as `Game.save` wrote them (`NAME.jsonl.xz`) and what they must come to
  (`NAME.json`); `test_records` compares. `python -m tests.compat` plays and adds games, and writes out all that is
  compared, so that two versions can be put side by side with `diff -r`.
- `tables/` holds the database of a server with tables in play; `tests/server/test_kept_tables.py` goes on with them.

Only names that stay are imported here: `bastide.Game`, `bastide.view`, the words. The same files therefore run on an
earlier version as well.
"""
