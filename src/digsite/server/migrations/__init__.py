"""How a database of an earlier version becomes one of this version: Alembic's scripts, run by every server at start."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from digsite.core.errors import DigsiteError

LOCK = 0x64696773697465  # PostgreSQL's advisory lock, so that of several servers one upgrades


class NewerStore(DigsiteError):
    """A database that a later version of Digsite has upgraded."""


def config(connection: Connection | None = None) -> Config:
    made = Config()
    made.set_main_option("script_location", "digsite.server:migrations")
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def current(connection: Connection) -> str | None:
    """The version of a database; None where there is none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine) -> None:
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        found = current(connection)
        scripts = ScriptDirectory.from_config(config())
        known = {script.revision for script in scripts.walk_revisions()}
        if found is not None and found not in known:
            raise NewerStore(f"the database is of a later version ({found}): upgrade Digsite")
        if found != scripts.get_current_head():
            command.upgrade(config(connection), "head")
