"""Which tables wait for whoever wants the same game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

PAIRING = """UPDATE tables SET pairing = true WHERE status = 'open' AND told LIKE '%"pairing": true%'"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("pairing", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(PAIRING)


def downgrade() -> None:
    op.drop_column("tables", "pairing")
