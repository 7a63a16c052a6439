"""How much one person, one address and one table may have. All of it are settings: DIGSITE_ and the name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server. An address gets as much as so many people; those of a process are counted there."""

    people_per_address: int = 10  # an address may have and do so many times what one person may
    requests_per_second: int = 1_000  # of one address; a dear request counts as many, by the milliseconds it takes
    guests_per_minute: int = 60  # new guests of one address
    tables_per_hour: int = 120  # new tables of one person
    open_tables: int = 120  # tables of one host that are not over
    entries: int = 5_000  # of a table's log, until only playing on is allowed
    records: int = 100  # that one person keeps
    records_mb: int = 10  # … and their size in all
    meta_kb: int = 16  # of a record's `meta`
    messages_per_minute: int = 30  # of one person, and requests that others have to answer
    messages: int = 1_000  # that a table keeps: the latest
    hints_per_minute: int = 20  # of one person
    streams_per_person: int = 50  # open at once
    streams: int = 500  # … of one address
    connections: int = 1_000  # … of one address
    database_mb: int = 10_000  # so large may the database be before nothing new is begun; 0: no limit
    free_mb: int = 500  # so much of the disk stays free of new tables and records
    prune_days: int = 0  # tables unchanged and guests unseen for so long are deleted every day; 0: never
