"""Commands to run a server and look after its database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any free one.")] = 8000,
    db: Database = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes.")] = 1,
    hosts: Annotated[
        str | None, typer.Option("--hosts", metavar="A,B", help="Names it answers to besides localhost and addresses.")
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="It stands behind a proxy that speaks HTTPS.")] = False,
    log: Annotated[
        str | None, typer.Option("--log", metavar="KIND", help="json, text, or quiet: only what is wrong.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Serve both games: tables for people, bots and programs.

    Everything can be set by environment variables too: DIGSITE_DB, DIGSITE_HOSTS, DIGSITE_SECRET,
    DIGSITE_HTTPS, DIGSITE_LOG. Several workers need PostgreSQL.
    """
    from dataclasses import replace

    from digsite.server.running import run
    from digsite.server.settings import checked_log, from_environment

    settings = from_environment()
    if log is not None:
        settings = replace(settings, log=checked_log(log, "--log"))
    if db is not None:
        settings = replace(settings, db=db)
    if hosts is not None:
        settings = replace(settings, hosts=hosts)
    if https:
        settings = replace(settings, https=True)
    run(settings, host, port, workers, open_browser)


admin = typer.Typer(help="Look after a server's database.", no_args_is_help=True)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; not there yet.")], db: Database = None
) -> None:
    """Copy everything into one file, also while the server runs."""
    from digsite.server import admin as doing

    with _database(db) as store:
        typer.echo(doing.backup(store, file))


@admin.command()
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], db: Database = None) -> None:
    """Fill an empty database from a backup, of either kind of database."""
    from digsite.server import admin as doing

    with _database(db, exists=False) as store:
        typer.echo(doing.restore(store, file))


@admin.command()
def verify(db: Database = None) -> None:
    """Replay every table's log and check that each move was legal, each draw fair, and nothing is missing."""
    from digsite.server import admin as doing

    with _database(db) as store:
        faults = doing.verify(store)
    if faults:
        raise typer.Exit(1)


@admin.command()
def prune(
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="Untouched for so long.")],
    status: Annotated[str, typer.Option("--status", metavar="KIND", help="over, open or all.")] = "over",
    db: Database = None,
) -> None:
    """Delete old tables with their logs and chat."""
    from digsite.server import admin as doing

    if status not in ("over", "open", "all"):
        raise Failure(f"--status: {status!r} is none of over, open, all")
    with _database(db) as store:
        typer.echo(doing.prune(store, days, status))


@contextmanager
def _database(db: str | None, exists: bool = True) -> Iterator["Store"]:
    """The database of a command; what is wrong with it is one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from digsite.server.settings import from_environment
    from digsite.server.store import Store

    store = Store(db or from_environment().url)
    if exists and not store.shared and store.url.database and not Path(store.url.database).is_file():
        raise Failure(f"{store.url.database}: there is no database")
    try:
        yield store
    except SQLAlchemyError as error:
        raise Failure(f"the database cannot be used: {str(error).splitlines()[0]}") from None
