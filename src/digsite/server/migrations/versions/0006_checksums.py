"""A checksum in every row."""

import sqlalchemy as sa
from alembic import op

from digsite.server.migrations.checksums import reseal

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

HEAD = (
    "version", "status", "public", "state", "told", "waits_for", "deadline", "bot_to_act", "changed", "lease",
    "leased_until", "pairing",
)  # fmt: skip
# Of each table: its key, and each checksum with the columns it is of
SUMS: dict[str, tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "people": (("id",), {"sum": ("id", "name", "colour", "created", "settings", "signed_out", "seen")}),
    "tokens": (("digest",), {"sum": ("digest", "id", "person", "kind", "label", "created", "expires", "used")}),
    "tables": (("id",), {"sum": ("id", *HEAD), "fixed_sum": ("id", "game", "host", "seed", "created")}),
    "entries": (
        ("table_id", "version"),
        {"sum": ("table_id", "version", "kind", "told", "at", "person", "request")},
    ),
    "places": (("person", "table_id"), {"sum": ("person", "table_id")}),
    "chat": (("id",), {"sum": ("id", "table_id", "person", "told", "at")}),
    "records": (("id",), {"sum": ("id", "person", "record", "at")}),
    "settings": (("name",), {"sum": ("name", "value")}),
    "outages": (("id",), {"sum": ("id", "begun", "ended")}),
}


def upgrade() -> None:
    for table, (key, sums) in SUMS.items():
        for name in sums:
            op.add_column(table, sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
        reseal(op.get_bind(), table, key, sums)


def downgrade() -> None:
    for table, (_, sums) in SUMS.items():
        for name in sums:
            op.drop_column(table, name)
