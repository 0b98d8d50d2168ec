"""Ratings: who takes part, the seats of rated games, and the strengths that follow from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables, and let every account stay out until its owner takes part."""
    op.add_column("account", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rated_seat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(120), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("account_id", sa.String(32)),
        sa.Column("counted", sa.Boolean),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("mu_after", sa.Double),
        sa.Column("sigma_after", sa.Double),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_rated_seat_table_id_game_table"),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name="pk_rated_seat"),
    )
    op.create_index("ix_rated_seat_number", "rated_seat", ["number"])
    op.create_index("ix_rated_seat_account_id", "rated_seat", ["account_id", "rules"])
    op.create_table(
        "rating",
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(120), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_rating_account_id_account"),
        sa.PrimaryKeyConstraint("account_id", "rules", name="pk_rating"),
    )
    op.create_index("ix_rating_rules", "rating", ["rules"])


def downgrade() -> None:
    """Remove them, with all ratings."""
    op.drop_index("ix_rating_rules", "rating")
    op.drop_table("rating")
    op.drop_index("ix_rated_seat_account_id", "rated_seat")
    op.drop_index("ix_rated_seat_number", "rated_seat")
    op.drop_table("rated_seat")
    op.drop_column("account", "program")
    op.drop_column("account", "rated")
