"""A backup of an older schema restores, and is upgraded."""

import gzip
import json
from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy import Connection, text

from digsite.server import admin, migrations
from digsite.server.store import Store
from tests.server.databases import new_database, url
from tests.server.test_old_database import KNOWN, OLD

__all__ = ["url"]
NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "0002next", {before!r}, None, None


def upgrade() -> None:
    op.add_column("people", sa.Column("motto", sa.Text(), nullable=False, server_default="none yet"))


def downgrade() -> None:
    op.drop_column("people", "motto")
"""


@pytest.fixture
def later_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that this version does not have, as a later one may."""
    (tmp_path / "versions").mkdir()
    before = migrations._scripts().get_current_head()
    (tmp_path / "versions" / "0002_next.py").write_text(NEXT.format(before=before))
    real = migrations.config

    def config(connection: Connection | None = None) -> Config:
        made = real(connection)
        own = Path(migrations.__file__).parent / "versions"
        made.set_main_option("version_locations", f"{own}:{tmp_path / 'versions'}")
        return made

    monkeypatch.setattr(migrations, "config", config)


@pytest.mark.usefixtures("later_schema")
def test_rows_of_an_older_schema_are_upgraded(url: str) -> None:
    admin.restore(Store(url), OLD / "old.backup.gz")
    store = Store(url)
    found = store.now(lambda c: c.execute(text("SELECT name, motto FROM people ORDER BY name")).all())
    assert [tuple(row) for row in found] == [(name, "none yet") for name in KNOWN["people"]]
    assert store.now(migrations.current) == "0002next"


def test_a_backup_of_a_later_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "later.gz"
    with gzip.open(file, "wt") as out:
        out.write(json.dumps({"format": "digsite-backup/1", "schema": "9999", "at": ""}) + '\n{"rows": 0}\n')
    with pytest.raises(admin.BadBackup, match="later version"):
        admin.restore(Store(new_database("sqlite", tmp_path)), file)


def test_hosts_and_the_days_people_came_are_known(url: str) -> None:
    admin.restore(Store(url), OLD / "old.backup.gz")
    store = Store(url)
    rows = store.now(lambda c: c.execute(text("SELECT host, told FROM tables")).all())
    assert rows
    assert all(host and host == json.loads(kept)["host"] for host, kept in rows)
    seen = store.now(lambda c: c.execute(text("SELECT seen, created FROM people")).all())
    assert all(day == created > 0 for day, created in seen)
