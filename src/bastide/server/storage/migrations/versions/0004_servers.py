"""Several servers on one database: which of them owns a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the servers, and to each table its owner."""
    op.create_table(
        "server",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_server"),
    )
    op.add_column("game_table", sa.Column("owner", sa.Integer))


def downgrade() -> None:
    """Remove both; a single server needs neither."""
    op.drop_column("game_table", "owner")
    op.drop_table("server")
