"""Run by Alembic: migrates the connection that it is given, in the transaction that is open on it."""

from __future__ import annotations

from alembic import context

from bastide.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
    render_as_batch=True,
)
context.run_migrations()
