"""Run by Alembic: migrates the given connection in its open transaction."""

from __future__ import annotations

from alembic import context

from bastide.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
    render_as_batch=True,
)
context.run_migrations()
