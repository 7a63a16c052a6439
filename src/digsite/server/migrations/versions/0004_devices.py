"""When each key was used last, and since when a person's cookies of before count no more."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tokens", sa.Column("used", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("signed_out", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.execute("DELETE FROM tokens WHERE kind = 'device'")  # earlier versions know none
    op.drop_column("people", "signed_out")
    op.drop_column("tokens", "used")
