"""Who hosts a table, and when a person last came."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

HOSTS = """UPDATE tables SET host = coalesce(
    (SELECT person FROM entries WHERE entries.table_id = tables.id AND entries.version = 1), '')"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("host", sa.String(16), nullable=False, server_default=""))
    op.add_column("people", sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(HOSTS)
    op.execute("UPDATE people SET seen = created")
    op.create_index("tables_host", "tables", ["host", "status"], unique=False)


def downgrade() -> None:
    op.drop_index("tables_host", table_name="tables")
    op.drop_column("people", "seen")
    op.drop_column("tables", "host")
