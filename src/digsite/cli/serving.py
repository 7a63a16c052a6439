"""Commands to run a server and look after its database."""

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
    log: Annotated[str, typer.Option("--log", metavar="KIND", help="json or text.")] = "json",
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Serve both games: tables for people, bots and programs.

    Everything can be set by environment variables too: DIGSITE_DB, DIGSITE_HOSTS, DIGSITE_SECRET,
    DIGSITE_HTTPS, DIGSITE_LOG. Several workers need PostgreSQL.
    """
    from dataclasses import replace

    from digsite.server.running import run
    from digsite.server.settings import from_environment

    if log not in ("json", "text"):
        raise Failure(f"--log: {log!r} is neither json nor text")
    settings = replace(from_environment(), log=log)
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

    typer.echo(doing.backup(_store(db), file))


@admin.command()
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], db: Database = None) -> None:
    """Fill an empty database from a backup, of either kind of database."""
    from digsite.server import admin as doing

    typer.echo(doing.restore(_store(db), file))


@admin.command()
def verify(db: Database = None) -> None:
    """Replay every table's log and check that each move was legal, each draw fair, and nothing is missing."""
    from digsite.server import admin as doing

    faults = doing.verify(_store(db))
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
    typer.echo(doing.prune(_store(db), days, status))


def _store(db: str | None) -> "Store":
    from digsite.server.settings import from_environment
    from digsite.server.store import Store

    return Store(db or from_environment().url)
