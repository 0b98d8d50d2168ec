"""Tables, their logs and their chairs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("host", sa.Integer),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
    )
    op.create_index("ix_game_table_public_stage_updated", "game_table", ["public", "stage", "updated"])
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command_id", sa.String(80)),
        sa.Column("digest", sa.String(16)),
        sa.Column("upto", sa.Integer),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_entry_table_id_game_table"),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_entry"),
        sa.UniqueConstraint("table_id", "command_id", name="uq_entry_table_id_command_id"),
    )
    op.create_table(
        "chair",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_chair_table_id_game_table"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_chair"),
    )


def downgrade() -> None:
    """Remove them, with everything in them."""
    op.drop_table("chair")
    op.drop_table("entry")
    op.drop_index("ix_game_table_public_stage_updated", "game_table")
    op.drop_table("game_table")
