"""The seats of idle people that anybody may take, so that lists count them as free without reading logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; a game that is running is listed without such seats until its next action."""
    op.add_column("game_table", sa.Column("offered", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("game_table", "offered")
