"""Results of finished games, accounts, and the seats that accounts took."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the three tables. Results of games that are over are computed from the logs when tables are loaded."""
    op.create_table(
        "result",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("family", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_result_table_id_game_table"),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name="pk_result"),
    )
    op.create_table(
        "account",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(96), nullable=False),
        sa.Column("hash", sa.String(200), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("folded", name="uq_account_folded"),
    )
    op.create_table(
        "account_seat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_account_seat_table_id_game_table"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_account_seat_account_id_account"),
        sa.PrimaryKeyConstraint("table_id", "seat", "generation", name="pk_account_seat"),
    )
    op.create_index("ix_account_seat_account_id", "account_seat", ["account_id"])


def downgrade() -> None:
    """Remove them, with everything in them."""
    op.drop_index("ix_account_seat_account_id", "account_seat")
    op.drop_table("account_seat")
    op.drop_table("account")
    op.drop_table("result")
