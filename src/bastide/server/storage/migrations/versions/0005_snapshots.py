"""Snapshots of tables, so that they open without their whole log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the snapshots; they are written while tables are played."""
    op.create_table(
        "snapshot",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("stamp", sa.String(24), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_snapshot"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_snapshot_table_id_game_table"),
    )


def downgrade() -> None:
    """Remove them: the logs contain everything."""
    op.drop_table("snapshot")
