"""Upgrades databases of earlier versions: Alembic's scripts, which every server runs when it starts."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from digsite.core.errors import DigsiteError

LOCK = 0x64696773697465  # PostgreSQL's advisory lock, so that only one of several servers upgrades


class NewerStore(DigsiteError):
    """A database that a later version of Digsite has upgraded."""


def config(connection: Connection | None = None) -> Config:
    made = Config()
    made.set_main_option("script_location", "digsite.server:migrations")
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def current(connection: Connection) -> str | None:
    """Return the schema of a database, None where there is none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(schema: str) -> bool:
    """Return whether this version of Digsite has the scripts of a schema."""
    return schema in {script.revision for script in _scripts().walk_revisions()}


def check_known(schema: str) -> None:
    """Raise NewerStore if a database is of a schema that only later versions of Digsite have."""
    if not is_known(schema):
        raise NewerStore(f"the database is of a later version ({schema}): upgrade Digsite")


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(config())


def upgrade(engine: Engine) -> None:
    """Bring a database to the latest schema. Raises NewerStore."""
    migrate(engine)


def migrate(engine: Engine, schema: str | None = None) -> None:
    """Bring a database to a schema, by default the latest, from an earlier or a later one. Raises NewerStore."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        found, wanted = current(connection), schema or _scripts().get_current_head()
        if found is not None:
            check_known(found)
        if found == wanted or wanted is None:
            return
        if found is not None and _is_before(wanted, found):
            command.downgrade(config(connection), wanted)
        else:
            command.upgrade(config(connection), wanted)


def _is_before(schema: str, other: str) -> bool:
    return schema in {script.revision for script in _scripts().iterate_revisions(other, "base")} - {other}
