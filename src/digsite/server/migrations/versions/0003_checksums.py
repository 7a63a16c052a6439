"""A checksum in every row."""

from zlib import crc32

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

HEAD = (
    "version", "status", "public", "state", "told", "waits_for", "deadline", "bot_to_act", "changed", "lease",
    "leased_until",
)  # fmt: skip
SUMS: dict[
    str, tuple[tuple[str, ...], dict[str, tuple[str, ...]]]
] = {  # of each table: its key, and each checksum with the columns it is of
    "people": (("id",), {"sum": ("id", "name", "colour", "created", "settings")}),
    "tokens": (("digest",), {"sum": ("digest", "id", "person", "kind", "label", "created", "expires")}),
    "tables": (("id",), {"sum": ("id", *HEAD), "fixed_sum": ("id", "game", "seed", "created")}),
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
ROWS = 1_000  # read and written at once


def upgrade() -> None:
    for table, (key, sums) in SUMS.items():
        for name in sums:
            op.add_column(table, sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
        _fill(op.get_bind(), table, key, sums)


def _fill(connection: sa.Connection, table: str, key: tuple[str, ...], sums: dict[str, tuple[str, ...]]) -> None:
    """Write the checksums of all rows, in the order of their key."""
    keys, names = ", ".join(key), ", ".join(sorted({*key, *(name for of in sums.values() for name in of)}))
    setting = ", ".join(f"{name} = :{name}" for name in sums)
    finding = " AND ".join(f"{name} = :key_{name}" for name in key)
    after, last = "", dict[str, object]()
    while True:
        query = f"SELECT {names} FROM {table} {after} ORDER BY {keys} LIMIT {ROWS}"
        rows = connection.execute(sa.text(query), last).mappings().all()
        if not rows:
            return
        own = [{f"key_{name}": row[name] for name in key} for row in rows]
        new = [{name: _checksum([row[column] for column in of]) for name, of in sums.items()} for row in rows]
        connection.execute(
            sa.text(f"UPDATE {table} SET {setting} WHERE {finding}"), [a | b for a, b in zip(own, new, strict=True)]
        )
        after, last = f"WHERE ({keys}) > ({', '.join(f':{name}' for name in own[-1])})", own[-1]


def _checksum(values: list[object]) -> int:
    return crc32(ascii([int(value) if value.__class__ is bool else value for value in values]).encode())


def downgrade() -> None:
    for table, (_, sums) in SUMS.items():
        for name in sums:
            op.drop_column(table, name)
