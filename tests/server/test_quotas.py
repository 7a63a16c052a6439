"""What one person may have: tables, records, hints, streams, messages; and what the disk holds."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from httpx import Response

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import ME, OPEN, Client, Json, become_guest, play_out
from tests.server.module_server import is_problem, served
from tests.server.serving import serving
from tests.server.visitor import Visitor

NEW = {"game": "mykerinos", "seats": [ME, OPEN]}
TERMS = {"name": "another"}


def is_refused(answer: Response, status: int = 429, code: str = "too many") -> bool:
    assert is_problem(answer, status)
    assert int(answer.headers["retry-after"]) >= 1
    return bool(answer.json()["code"] == code)


def opened(person: Client, times: int) -> list[int]:
    return [person.post("/api/tables", NEW).status_code for _ in range(times)]


def a_record(ann: Client) -> Json:
    table = ann.open_table(ME, ME)
    ann.start(table)
    ann.post(f"/api/tables/{table}/resign")
    record: Json = ann.get(f"/api/tables/{table}/record").json()
    return record


def test_one_person_opens_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    with served(tmp_path, tables_per_hour=3) as http:
        ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
        assert opened(ann, 4) == [201, 201, 201, 429]
        answer = ann.post("/api/tables", NEW)
        assert is_refused(answer, code="too fast")
        assert 1100 <= int(answer.headers["retry-after"]) <= 1200  # three in 3,600 s
        assert opened(bo, 1) == [201]


def test_one_address_opens_no_more_than_some_people(tmp_path: Path) -> None:
    with served(tmp_path, tables_per_hour=3, people_per_address=2, proxies="1") as http:
        people = [become_guest(http, name) for name in ("Ann", "Bo", "Cy")]
        for person in people:
            person.headers["X-Forwarded-For"] = "1.1.1.1"
        assert [opened(person, 3) for person in people] == [[201] * 3, [201] * 3, [429] * 3]
        dee = become_guest(http, "Dee")
        dee.headers["X-Forwarded-For"] = "2.2.2.2"
        assert opened(dee, 1) == [201]


def test_one_person_has_so_many_tables_that_are_not_over(tmp_path: Path) -> None:
    with served(tmp_path, open_tables=2) as http:
        ann = become_guest(http, "Ann")
        tables = [ann.open_table(ME, ME), ann.open_table(ME, ME)]
        assert is_refused(ann.post("/api/tables", NEW))
        ann.start(tables[0])
        assert is_refused(ann.post("/api/tables", NEW))
        ann.post(f"/api/tables/{tables[1]}/close")
        assert opened(ann, 2) == [201, 429]
        ann.post(f"/api/tables/{tables[0]}/resign")
        assert opened(become_guest(http, "Bo"), 2) == [201, 201]


def test_the_page_says_so_too_and_when_to_come_again(tmp_path: Path) -> None:
    with served(tmp_path, open_tables=1, hints_per_minute=1) as http:
        ann = become_guest(http, "Ann")
        table = "/t/" + ann.open_table(ME, ME, game="thebes", hints=True)
        visitor = Visitor(http, http.app.state.service.people.cookie(ann.id))  # type: ignore[attr-defined]
        visitor.see("/")
        refused = visitor.post("/invite", game="thebes", seats="2")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "600")
        assert "You have 1 tables that are not over" in visitor.page
        visitor.see(table)
        visitor.post(f"{table}?do=start")
        assert visitor.see(f"{table}?hint").status_code == 200
        assert visitor.see(f"{table}?hint").status_code == 200  # of the same position
        visitor.see(table)
        assert visitor.post(f"{table}?do=act", action="take 1").status_code == 200
        refused = visitor.see(f"{table}?hint")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert "Too many hints" in visitor.page


def test_one_person_keeps_so_many_records(tmp_path: Path) -> None:
    with served(tmp_path, records=2) as http:
        ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
        record = a_record(ann)
        assert [ann.post("/api/records", record).status_code for _ in range(2)] == [201, 201]
        assert is_refused(ann.post("/api/records", record))
        kept = bo.post("/api/records", record).json()["id"]
        assert is_problem(ann.send("DELETE", f"/api/records/{kept}"), 404)
        assert bo.send("DELETE", f"/api/records/{kept}").status_code == 204
        assert is_problem(bo.get(f"/api/records/{kept}"), 404)


def test_records_have_so_many_bytes_their_meta_included(tmp_path: Path) -> None:
    with served(tmp_path, records_mb=1, meta_kb=600) as http:
        ann = become_guest(http, "Ann")
        record = a_record(ann) | {"meta": {"notes": "x" * 550_000}}
        assert ann.post("/api/records", record).status_code == 201
        assert is_refused(ann.post("/api/records", record), 429, "too fast")  # a megabyte a day
    with served(tmp_path, records_mb=1, meta_kb=600) as http:  # after a restart the megabyte is still full
        ann = Client(http, ann.headers)
        assert is_refused(ann.post("/api/records", record), 413, "too large")


def test_the_meta_of_a_record_is_small(tmp_path: Path) -> None:
    with served(tmp_path, meta_kb=1) as http:
        ann = become_guest(http, "Ann")
        record = a_record(ann)
        assert ann.post("/api/records", record | {"meta": {"x": "y" * 900}}).status_code == 201
        assert is_problem(ann.post("/api/records", record | {"meta": {"x": "y" * 1100}}), 413)


def test_a_tables_log_ends_somewhere_but_the_game_goes_on(tmp_path: Path) -> None:
    with served(tmp_path, entries=20) as http:
        ann = become_guest(http, "Ann")
        table = ann.open_table(ME, ME)
        while ann.table(table)["version"] < 20:
            assert ann.send("PATCH", f"/api/tables/{table}/terms", {"hints": False}).status_code == 200
        full = ann.send("PATCH", f"/api/tables/{table}/terms", {"hints": True})
        assert is_problem(full, 409)
        assert ann.start(table).status_code == 200
        assert play_out(table, ann)["status"] == "over"


def test_a_table_keeps_its_latest_messages(tmp_path: Path) -> None:
    with served(tmp_path, messages=3, messages_per_minute=1000) as http:
        ann = become_guest(http, "Ann")
        table, other = ann.open_table(ME, OPEN), ann.open_table(ME, OPEN)
        for number in range(5):
            assert ann.post(f"/api/tables/{table}/chat", {"text": f"message {number}"}).status_code == 201
        assert [said["text"] for said in ann.get(f"/api/tables/{table}/chat").json()] == [
            f"message {number}" for number in (2, 3, 4)
        ]
        assert ann.get(f"/api/tables/{other}/chat").json() == []


def test_one_person_listens_so_often(tmp_path: Path) -> None:
    settings = Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", streams_per_person=2)
    with serving(create_app(settings)) as port, httpx.Client(base_url=f"http://localhost:{port}", timeout=60) as http:
        ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
        table = ann.open_table(ME, ME)
        reading = []
        with ExitStack() as streams:
            for person in (ann, ann, bo):
                path = f"/api/tables/{table}/events"
                stream = streams.enter_context(http.stream("GET", path, headers=person.headers))
                reading.append(stream.iter_raw())
                assert next(reading[-1]).startswith(b"id: 1\n")
            assert is_refused(ann.get(f"/api/tables/{table}/events"))


@pytest.mark.parametrize("full", [{"free_mb": 10**9}, {"database_mb": 1}])
def test_where_the_disk_is_full_games_go_on_and_nothing_new_begins(tmp_path: Path, full: dict[str, Any]) -> None:
    with served(tmp_path) as http:
        ann = become_guest(http, "Ann")
        table = ann.open_table(ME, ME)
        ann.start(table)
        record = a_record(ann)
    with served(tmp_path, **full) as http:
        ann = Client(http, ann.headers)
        service = http.app.state.service  # type: ignore[attr-defined]
        service.space.database_bytes = 1024 * 1024  # as large as it may be
        for refused in (
            ann.post("/api/tables", NEW), ann.post("/api/records", record), ann.post("/api/guests", {"name": "Bo"})
        ):  # fmt: skip
            assert is_refused(refused, 503, "no space")
        assert ann.act(table).status_code == 200
        assert "digsite_full 1.0" in http.get("/metrics").text
    with served(tmp_path) as http:
        assert "digsite_full 0.0" in http.get("/metrics").text
        assert metric(http, "digsite_database_bytes") > 50_000
        assert metric(http, "digsite_disk_free_bytes") > 0


def metric(http: TestClient, name: str) -> float:
    return next(
        float(line.split()[1]) for line in http.get("/metrics").text.splitlines() if line.startswith(f"{name} ")
    )


def public(person: Client, times: int, *seats: Json, start: bool = False) -> list[str]:
    tables = [person.open_table(*(seats or (ME, OPEN)), visibility="public") for _ in range(times)]
    for table in tables if start else ():
        assert person.start(table).status_code == 200
    return tables


def test_one_hosts_tables_push_nobody_elses_off_the_lists(tmp_path: Path) -> None:
    with served(tmp_path) as http:
        ann, eve = become_guest(http, "Ann"), become_guest(http, "Eve")
        waiting, playing = public(ann, 1)[0], public(ann, 1, ME, ME, start=True)[0]
        crowd = public(eve, 110)  # more than a list has room for
        public(eve, 8, ME, ME, start=True)
        home = http.get("/").text
        assert waiting in home
        assert playing in home
        listed = [row["id"] for row in http.get("/api/tables").json()]
        assert len(listed) == 100
        assert listed[:3] == [crowd[-1], waiting, crowd[-2]]
        assert playing in [row["id"] for row in http.get("/api/tables?status=playing").json()][:2]
