"""Commands to run a server and look after its database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digsite.cli.help import Command, Group, flag
from digsite.cli.shared import Failure

if TYPE_CHECKING:
    from digsite.server.store import Store

Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME. \\[default: a file in your data folder]",
    ),
]


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8000,
    db: Database = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Number of processes.")] = 1,
    hosts: Annotated[
        str | None,
        typer.Option("--hosts", metavar="A,B", help="Host names to answer to, besides localhost and IP addresses."),
    ] = None,
    https: Annotated[bool, flag("--https", "The server is behind a proxy that speaks HTTPS.")] = False,
    proxies: Annotated[
        str | None,
        typer.Option(
            "--proxies", metavar="N", help="Trusted proxies before the server, or their networks; default none."
        ),
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="KIND", help="json, text, or quiet (only warnings and errors).")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="URL", help="Where the source code of what you run is, for the page About."),
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option("--data", metavar="GAME=FILE", help="Play tables of a game with other data (TOML)."),
    ] = None,
    open_browser: Annotated[bool, flag("--open", "Open the browser.")] = False,
) -> None:
    """Run the web server: tables for people, bots and programs.

    Environment variables can set the same: DIGSITE_DB, DIGSITE_HOSTS, DIGSITE_HTTPS, DIGSITE_PROXIES, DIGSITE_LOG,
    DIGSITE_SOURCE and DIGSITE_DATA. DIGSITE_SECRET sets the key that signs cookies. Several workers need PostgreSQL.

    Example: digsite serve --host 0.0.0.0 --open
    """
    import sys
    from dataclasses import replace

    if sys.stderr.isatty():  # at once, as loading all the rest may take seconds
        typer.echo("Starting Digsite ...", err=True)
    from digsite.server.app.launcher import run
    from digsite.server.settings import checked_hosts, checked_log, checked_proxies, checked_source, from_environment

    settings = from_environment()
    if source is not None:
        settings = replace(settings, source=checked_source(source, "--source"))
    if log is not None:
        settings = replace(settings, log=checked_log(log, "--log"))
    if db is not None:
        settings = replace(settings, db=db)
    if hosts is not None:
        settings = replace(settings, hosts=checked_hosts(hosts, "--hosts"))
    if https:
        settings = replace(settings, https=True)
    if proxies is not None:
        checked_proxies(proxies, "--proxies")
        settings = replace(settings, proxies=proxies)
    if data:
        settings = replace(settings, data=",".join(data))
    run(settings, host, port, workers, open_browser)


admin = typer.Typer(cls=Group, help="Look after a server's database.", no_args_is_help=True)


@admin.command(cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    db: Database = None,
) -> None:
    """Copy the whole database into one file. The server may be running.

    Exit status 1 if some rows are damaged: the file is written, but keep older ones.

    Example: digsite admin backup games.gz
    """
    from digsite.server import admin as doing

    with _database(db) as store:
        written = doing.backup(store, file)
    typer.echo(str(written))
    if written.damaged:
        typer.echo(written.warning, err=True)
        raise typer.Exit(1)


@admin.command(cls=Command)
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup file.")], db: Database = None) -> None:
    """Fill an empty database from a backup. Either may be SQLite or PostgreSQL.

    Example: digsite admin restore games.gz --db sqlite:///games.db
    """
    from digsite.server import admin as doing

    with _database(db, exists=False) as store:
        typer.echo(doing.restore(store, file))


@admin.command(cls=Command)
def verify(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup to check instead, without restoring it.")
    ] = None,
    db: Database = None,
) -> None:
    """Check that no byte has changed in the database, that each move was legal, each draw fair, and nothing is missing.

    Exit status 1 if something is wrong.

    Example: digsite admin verify
    """
    from digsite.server import admin as doing

    if file is not None:
        if db is not None:
            raise Failure("give FILE or --db, not both: a backup is checked without a database")
        typer.echo(doing.check(file))
        return
    with _database(db) as store:
        faults = doing.verify(store)
    if faults:
        raise typer.Exit(1)


@admin.command(cls=Command)
def prune(
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="Tables unchanged for this many days.")],
    status: Annotated[
        str, typer.Option("--status", metavar="KIND", help="Tables that are over, open, or all.")
    ] = "over",
    records: Annotated[bool, flag("--records", "Also records that were kept so long ago.")] = False,
    guests: Annotated[bool, flag("--guests", "Also guests without games who have not come for so long.")] = False,
    db: Database = None,
) -> None:
    """Delete old tables with their logs and chat, and links that have expired.

    Example: digsite admin prune --days 365 --guests
    """
    from digsite.server import admin as doing

    if status not in ("over", "open", "all"):
        raise Failure(f"--status: {status!r} is none of over, open, all")
    with _database(db) as store:
        typer.echo(doing.prune(store, days, status, records=records, guests=guests))


@contextmanager
def _database(db: str | None, exists: bool = True) -> Iterator["Store"]:
    """Open the database of a command, and say at its end which it was. Raises Failure where it cannot be used."""
    from sqlalchemy.exc import SQLAlchemyError

    from digsite.server.settings import from_environment, misspelt_variables
    from digsite.server.store import Store

    settings = from_environment()
    for line in misspelt_variables():
        typer.echo(line, err=True)
    settings.use_data()
    store = Store(db or settings.url)
    if exists and not store.shared and store.url.database and not Path(store.url.database).is_file():
        raise Failure(f"{store.url.database}: there is no database")
    if exists and not store.shared and store.url.database and not Path(store.url.database).stat().st_size:
        raise Failure(f"{store.url.database}: the database is empty")
    try:
        yield store
    except SQLAlchemyError as error:
        raise Failure(f"the database cannot be used: {str(error).splitlines()[0]}") from None
    typer.echo(f"Database: {store.url.render_as_string(hide_password=True)}", err=True)
