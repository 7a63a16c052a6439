"""The tables of the database, for SQLite and PostgreSQL alike. Times are milliseconds since 1970.

Every row has a checksum of its other columns: see checksums.py.
Columns named `told` in the database have a better name in the code: their `key`.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text, false

from digsite.server.checksums import checksum_column

metadata = MetaData()
Time = BigInteger

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", String(16), nullable=False),
    Column("created", Time, nullable=False),
    Column("settings", Text, nullable=False, default="{}", server_default="{}"),  # JSON: see preferences.py
    # Cookies without a device count only since then
    Column("signed_out", Time, nullable=False, default=0, server_default="0"),
    Column("seen", Time, nullable=False, default=0, server_default="0"),  # the last day on which the person came
    checksum_column("sum", "id", "name", "colour", "created", "settings", "signed_out", "seen"),
)

# Digests of the keys people hold: API tokens, links to another device (used once), and devices that are signed in
tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("person", String(16), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Time, nullable=False),
    Column("expires", Time),
    Column("used", Time),  # last, to the hour
    checksum_column("sum", "digest", "id", "person", "kind", "label", "created", "expires", "used"),
)

# What every entry of a table's log may change in its row
HEAD = (
    "version", "status", "public", "state", "snapshot", "waits_for", "deadline", "bot_to_act", "changed", "lease",
    "leased_until", "pairing",
)  # fmt: skip

# The head of each table's log: the table after its last entry, and columns for searching many tables
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("game", String(32), nullable=False),
    Column("host", String(16), nullable=False, server_default=""),  # the person who opened it
    Column("public", Boolean, nullable=False),
    Column(
        "pairing", Boolean, nullable=False, default=False, server_default=false()
    ),  # it waits for whoever wants the same
    Column("seed", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("told", Text, key="snapshot", nullable=False),
    Column("waits_for", String(16)),  # the person to act
    Column("deadline", Time),  # when that person's time may have run out
    Column("bot_to_act", Boolean, nullable=False),
    Column("lease", String(16)),  # the process that runs the bot to act …
    Column("leased_until", Time, nullable=False),  # … until then, or until it has acted
    Column("created", Time, nullable=False),
    Column("changed", Time, nullable=False),
    checksum_column("sum", "id", *HEAD),
    checksum_column("fixed_sum", "id", "game", "host", "seed", "created"),
    Index("tables_public", "public", "status", "changed"),
    Index("tables_host", "host", "status"),
    Index("tables_waits_for", "waits_for"),
    Index("tables_deadline", "deadline"),
    Index("tables_bot_to_act", "bot_to_act", "leased_until"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("told", Text, key="event", nullable=False),  # with what is secret until the start
    Column("at", Time, nullable=False),
    Column("person", String(16), nullable=False),
    Column("request", String(64)),
    checksum_column("sum", "table_id", "version", "kind", "event", "at", "person", "request"),
    Index("entries_request", "table_id", "person", "request", unique=True),
)

# Who has or had a seat at which tables
places = Table(
    "places",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True, index=True),
    checksum_column("sum", "person", "table_id"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("person", String(16), nullable=False),
    Column("told", Text, key="message", nullable=False),
    Column("at", Time, nullable=False),
    checksum_column("sum", "id", "table_id", "person", "message", "at"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("record", Text, nullable=False),
    Column("at", Time, nullable=False),
    checksum_column("sum", "id", "person", "record", "at"),
)

# The server's own values: the digest of the key of cookies, and when it was last seen alive
settings = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    checksum_column("sum", "name", "value"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("begun", Time, nullable=False),
    Column("ended", Time, nullable=False),
    checksum_column("sum", "id", "begun", "ended"),
)
