"""Tables with a password, and chairs that are locked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Say of each table whether it has a password, and of each chair whether it is locked: none so far."""
    op.add_column("game_table", sa.Column("guarded", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chair", sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take both away; the logs still hold them."""
    op.drop_column("chair", "locked")
    op.drop_column("game_table", "guarded")
