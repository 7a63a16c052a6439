"""The key that signs cookies: a setting, or a file of its own, so that no copy of the database holds it."""

import logging
import os
import secrets
import tempfile
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection, delete, select, text, update

from digsite.core.errors import DigsiteError
from digsite.server import schema as s
from digsite.server.checksums import checksums
from digsite.server.damage import Damaged, sound_row
from digsite.server.settings import Settings, data_folder
from digsite.server.store import Store

log = logging.getLogger("digsite.server")
KEY = "cookie key"  # in the database, where earlier versions kept it
DIGEST = "cookie key digest"  # of the key that was used last: servers that share a database should share it, too
SHORTEST = 16  # letters of a key


class BadKey(DigsiteError):
    """A key for cookies that cannot be used, or that cannot be kept."""


def cookie_key(settings: Settings, store: Store) -> bytes:
    """Return the key that signs cookies. One kept in the database is moved to its file, so that it stays valid."""
    if settings.secret:
        key = settings.secret
        _check_length(key, "DIGSITE_SECRET")
    else:
        key = _of_file(_file(settings, store), store)
    if store.now(lambda c: _is_other(c, sha256(key.encode()).hexdigest())):
        log.warning(
            "the key of cookies has changed: everybody is signed out. Servers that share a database need the same "
            "DIGSITE_SECRET or DIGSITE_SECRET_FILE"
        )
    return key.encode()


def _file(settings: Settings, store: Store) -> Path:
    if settings.secret_file:
        return Path(settings.secret_file)
    if store.url.database and not store.shared:
        return Path(f"{store.url.database}.key")
    return data_folder() / f"{(store.url.database or 'digsite').replace('/', '_')}.key"


def _of_file(file: Path, store: Store) -> str:
    own = s.settings.c.name == KEY
    kept = store.now(_kept)
    if not file.exists():
        _make(file, kept or secrets.token_hex(32))
    key = _read(file)
    if kept is not None:
        store.now(lambda c: c.execute(delete(s.settings).where(own)))
    return key


def _kept(connection: Connection) -> str | None:
    """Return the key in the database. A damaged one signs nothing any more, and is kept aside."""
    own = s.settings.c.name == KEY
    try:
        row = sound_row(connection, s.settings, own)
    except Damaged:
        connection.execute(update(s.settings).where(own).values(name=f"{KEY} {secrets.token_hex(4)}"))
        return None
    return row["value"] if row else None


def _make(file: Path, key: str) -> None:
    """Write a key to a file, unless another process has just done so. Raises BadKey."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=file.name, dir=file.parent)  # of mode 600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(key + "\n")
                out.flush()
                os.fsync(out.fileno())
            os.link(part, file)  # whole, or not at all
        except FileExistsError:
            pass
        finally:
            Path(part).unlink()
    except OSError as error:
        reason = error.strerror or error
        raise BadKey(
            f"{file}: the key that signs cookies cannot be kept here ({reason}); set DIGSITE_SECRET, or "
            "DIGSITE_SECRET_FILE to a file that can be written"
        ) from None


def _read(file: Path) -> str:
    try:
        if file.stat().st_uid == os.getuid():
            file.chmod(0o600)
        key = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise BadKey(f"{file}: the key that signs cookies cannot be read: {error}") from None
    _check_length(key, file)
    return key


def _check_length(key: str, where: object) -> None:
    if len(key.strip()) < SHORTEST:
        raise BadKey(f"{where}: a key that signs cookies has at least {SHORTEST} letters")


def _is_other(connection: Connection, digest: str) -> bool:
    """Note the digest of the key used now, and return whether another was used before."""
    own = s.settings.c.name == DIGEST
    values: dict[str, object] = {"name": DIGEST, "value": digest}
    values |= checksums(s.settings, values)
    connection.execute(
        text('INSERT INTO settings (name, value, "sum") VALUES (:name, :value, :sum) ON CONFLICT (name) DO NOTHING'),
        values,
    )
    before = connection.scalar(select(s.settings.c.value).where(own))
    if before != digest:
        connection.execute(update(s.settings).where(own).values(values))
    return before != digest
