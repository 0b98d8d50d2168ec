"""The sessions of accounts as rows, so that each can be listed and ended. Signed-in users must sign in again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the sessions; there are none yet."""
    op.create_table(
        "account_session",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account_session"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_account_session_account_id_account"),
    )
    op.create_index("ix_account_session_account_id", "account_session", ["account_id"])


def downgrade() -> None:
    """Remove them: an older version makes all users sign in again."""
    op.drop_index("ix_account_session_account_id", "account_session")
    op.drop_table("account_session")
