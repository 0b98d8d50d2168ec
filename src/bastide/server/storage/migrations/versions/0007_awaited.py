"""The seats that a game awaits, so that lists can say "your turn" without reading logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; a game that is running is listed as awaiting nobody until its next action."""
    op.add_column("game_table", sa.Column("awaited", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("game_table", "awaited")
