"""A first start: pages are answered at once, and games can be played as soon as other processes have compiled them."""

import fcntl
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from digsite.analysis.warmup import MASTER, RULES, SCHOLAR
from digsite.core.compile_cache import cache_root
from digsite.core.jit import cache_directory
from digsite.core.source_digest import OWN
from digsite.server.app import create_app
from digsite.server.preparation import Preparation
from digsite.server.settings import Settings
from digsite.web.preparing import Progress, sentence
from tests.programs import ROOT, Running, eventually, run_python
from tests.server.clients import ME, become_guest, bot
from tests.server.databases import new_postgres
from tests.server.test_processes import address_in
from tests.server.visitor import Visitor

COLD = 280.0  # seconds to compile everything on a busy machine


# A server that starts with an empty cache


@contextmanager
def first_start(folder: Path, *options: str, **environment: str) -> Iterator[tuple[Running, str]]:
    """A server whose cache is `folder/cache`, and its address, which is told before anything is compiled."""
    command = [sys.executable, "-m", "digsite", "serve", "--port", "0", "--log", "quiet", *options]
    own = {"DIGSITE_CACHE_DIR": str(folder / "cache"), "DIGSITE_DATA_DIR": str(folder / "data")}
    with Running(command, env=os.environ | own | environment, cwd=ROOT) as running:
        yield running, eventually(lambda: address_in(running), "a server")
        running.process.send_signal(signal.SIGTERM)
        assert running.finish().returncode == 0


def cave_only(folder: Path) -> Mapping[str, str]:
    """The environment of a server with one small game more than those that are compiled already, in its cache too."""
    compiled = cache_directory(OWN)
    shutil.copytree(compiled, folder / "cache" / compiled.name)
    return {"DIGSITE_GAMES": "cave=examples.cave", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}


@contextmanager
def browser(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60, follow_redirects=True) as http:
        yield http


def notes(page: str) -> list[str]:
    """What a page says about games that are being prepared."""
    place = re.search(r'<div class="preparing" id="preparing" role="status".*?</div>', page, re.DOTALL)
    return [unescape(note) for note in re.findall(r"<p>([^<]*)</p>", place[0])] if place else []


def is_played(http: httpx.Client, path: str) -> bool:
    answer = http.get(path)
    assert answer.status_code == 200
    return 'data-status="playing"' in answer.text


def play_at_first(http: httpx.Client, game: str, title: str) -> str:
    """Ask for a first game before anything is compiled, and return its path once there is a position to look at."""
    assert any(note.startswith(f"Preparing {title}: rules in about") for note in notes(http.get("/").text))
    page = http.post("/play", data={"game": game, "level": "novice"})
    assert page.status_code == 200
    assert notes(page.text)[0].startswith("Your game starts by itself in about")
    eventually(lambda: is_played(http, page.url.path), "a first position", COLD)
    return page.url.path


def test_a_game_is_played_on_a_server_that_has_not_compiled_it_yet(tmp_path: Path) -> None:
    with first_start(tmp_path, **cave_only(tmp_path)) as (running, url), browser(url) as http:
        asked = http.get("/readyz")
        assert asked.status_code == 503
        assert asked.json()["code"] == "preparing"
        assert int(asked.headers["retry-after"]) >= 1
        assert list(asked.json()["preparing"]["cave"]) == ["rules", "scholar", "master"]
        ann = become_guest(http, "Ann")
        refused = ann.start(ann.open_table(ME, bot("novice"), game="cave"))
        assert refused.status_code == 503
        assert refused.json()["code"] == "preparing"
        assert int(refused.headers["retry-after"]) >= 1
        http.cookies.clear()
        path = play_at_first(http, "cave", "Cave-in")
        eventually(lambda: not notes(http.get("/").text), "the end of the notice", COLD)
        assert not notes(http.get(path).text)
        assert http.get("/preparing").text.strip() == ""
        assert http.get("/readyz").json() == {"status": "ready", "preparing": {}}
        told = running.printed()[1].splitlines()
        assert told[:2] == ["Starting Digsite ...", f"Digsite is at {url} (Ctrl-C stops it)"]
        assert told[2].startswith("Preparing Cave-in: rules in about")
        eventually(lambda: "All games, bots and hints are ready" in running.printed()[1])
    with first_start(tmp_path, DIGSITE_GAMES="cave=examples.cave", PYTHONPATH=f"{ROOT}") as (running, url):
        assert httpx.get(f"{url}/readyz", timeout=60).json() == {"status": "ready", "preparing": {}}
        assert "Preparing" not in running.printed()[1]  # nothing is compiled a second time


def test_a_start_that_is_refused_until_the_rules_are_compiled_changes_nothing(tmp_path: Path) -> None:
    with first_start(tmp_path, **cave_only(tmp_path)) as (_, url), browser(url) as http:
        ann = become_guest(http, "Ann")
        id = ann.open_table(ME, bot("novice"), game="cave")

        def answered() -> bool:
            answer = ann.start(id)
            if answer.status_code == 200:
                return True
            assert answer.json()["code"] == "preparing", answer.text
            return False

        assert not answered()
        assert (ann.table(id)["status"], ann.table(id)["version"]) == ("open", 1)
        eventually(answered, "a start", COLD)


@pytest.mark.long
def test_both_games_are_played_from_an_empty_cache(tmp_path: Path) -> None:
    with first_start(tmp_path) as (_, url), browser(url) as http, browser(url) as other:
        for path in ("/rules/mykerinos", "/t/nowhere"):
            assert http.get(path).status_code in (404, 503)
        started = time.monotonic()
        assert http.get("/").status_code == 200
        assert time.monotonic() - started < 2
        path = play_at_first(http, "thebes", "Thebes")
        other.post("/play", data={"game": "mykerinos", "level": "novice"})
        assert "Hints are being prepared" in http.get(f"{path}?hint").text or 'data-mine="no"' in http.get(path).text
        eventually(lambda: not notes(http.get("/").text), "the end of the notice", COLD)


@pytest.mark.long
def test_of_several_workers_one_has_the_games_compiled(tmp_path: Path) -> None:
    with first_start(tmp_path, "--db", new_postgres(), "--workers", "2") as (_, url), browser(url) as http:
        most = 0

        def ready() -> bool:
            nonlocal most
            most = max(most, len(compilers(tmp_path / "cache")))
            return bool(http.get("/readyz").json().get("preparing") == {})

        eventually(ready, "everything", COLD)
        assert most == 2  # games


def compilers(folder: Path) -> list[str]:
    """The processes that compile for a cache."""
    own, found = f"DIGSITE_CACHE_DIR={folder}\0".encode(), list[str]()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"compile_stages" in (process / "cmdline").read_bytes() and own in (process / "environ").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found


# Preparing by itself, in a process of its own as the whole process stops compiling

PREPARE = """
import sys, time
from digsite.server.preparation import Preparation

preparation = Preparation(["cave"])
{before}
preparation.begin()
print("begun", preparation.ready("cave", 0), flush=True)
while not preparation.done:
    time.sleep(0.05)
print("done", flush=True)
"""


def cave_environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "DIGSITE_GAMES": "cave=examples.cave",
        "DIGSITE_CACHE_DIR": str(folder),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
    }


def test_who_does_not_have_the_lock_waits_for_the_cache(tmp_path: Path) -> None:
    with (tmp_path / "cave.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with Running([sys.executable, "-c", PREPARE.format(before="")], env=cave_environment(tmp_path)) as waiting:
            eventually(lambda: "begun False" in waiting.printed()[0])
            time.sleep(1)  # two looks into the cache
            assert not list(tmp_path.rglob("*.nbc"))
            fcntl.flock(lock, fcntl.LOCK_UN)
            eventually(lambda: "done" in waiting.printed()[0], patience=COLD)
            assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.long
def test_a_compiler_that_is_killed_is_followed_by_another(tmp_path: Path) -> None:
    with Running([sys.executable, "-c", PREPARE.format(before="")], env=cave_environment(tmp_path)) as preparing:
        [first] = eventually(lambda: compilers(tmp_path))
        os.kill(int(first), signal.SIGKILL)
        eventually(lambda: "done" in preparing.printed()[0], patience=COLD)
        assert "itself" not in preparing.printed()[1]


@pytest.mark.long
def test_a_server_compiles_itself_where_no_other_process_can(tmp_path: Path) -> None:
    code = PREPARE.format(before='sys.executable = "/nowhere/python"')
    done = run_python(code, env=cave_environment(tmp_path))
    assert done.stdout.split() == ["begun", "False", "done"]
    assert "the server compiles a game itself" in done.stderr


# What pages say meanwhile


@pytest.fixture
def preparation() -> Preparation:
    """Of games that are compiled, but nothing has been loaded yet."""
    assert cache_root().is_dir()
    preparation = Preparation()
    preparation.begun = True
    return preparation


@pytest.fixture
def visitor(settings: Settings, preparation: Preparation) -> Iterator[Visitor]:
    app = create_app(settings, preparation=preparation)
    with TestClient(app, base_url="http://localhost") as http:
        yield Visitor(http)


def get_ready(preparation: Preparation, game: str, stages: int) -> None:
    preparation._ready[game] = stages


def test_a_table_says_that_a_bot_is_being_prepared(visitor: Visitor, preparation: Preparation) -> None:
    get_ready(preparation, "thebes", RULES + 1)
    path = visitor.post("/play", game="thebes", level="scholar", watch="yes").url.path
    said = notes(visitor.page)
    assert re.fullmatch(r"Petrie is being prepared and plays in about \d+ s\.", said[0])
    assert re.fullmatch(r"Preparing Thebes: rules ready, keen bots in about \d+ s, hints in about \d+ s\.", said[1])
    turn = re.search(r'data-ply="(\d+)"', visitor.page)
    get_ready(preparation, "thebes", MASTER + 1)

    def has_played() -> bool:
        visitor.see(path)
        return re.search(r'data-ply="(\d+)"', visitor.page) != turn and not notes(visitor.page)

    eventually(has_played)


def test_hints_are_offered_when_they_are_ready(visitor: Visitor, preparation: Preparation) -> None:
    get_ready(preparation, "mykerinos", SCHOLAR + 1)
    path = visitor.post("/play", game="mykerinos", level="novice").url.path
    eventually(lambda: visitor.see(path) and 'data-mine="yes"' in visitor.page, "the reader's turn")
    visitor.see(f"{path}?hint")
    assert re.search(r"Hints are being prepared\. Ask again in about \d+ s\.", visitor.page)
    get_ready(preparation, "mykerinos", MASTER + 1)
    visitor.see(f"{path}?hint")
    assert 'class="suggestions"' in visitor.page


def test_a_table_waits_for_its_game_and_then_starts_by_itself(visitor: Visitor, preparation: Preparation) -> None:
    path = visitor.post("/play", game="thebes", level="novice").url.path
    assert 'data-status="open"' in visitor.page
    assert notes(visitor.page)[0].startswith("Your game starts by itself in about")
    assert notes(visitor.page) == re.findall(r"<p>([^<]*)</p>", visitor.see(f"/preparing?table={path[3:]}").text)[:2]
    get_ready(preparation, "thebes", MASTER + 1)
    eventually(lambda: visitor.see(path) and 'data-status="playing"' in visitor.page)


def test_nothing_is_begun_before_all_rules_of_a_game_are_ready(visitor: Visitor, preparation: Preparation) -> None:
    ann, bo = become_guest(visitor.http, "Ann"), become_guest(visitor.http, "Bo")
    id = ann.open_table()
    assert bo.sit(id).status_code == 200  # a table that is open shows no position
    before = ann.table(id)
    refused = ann.start(id)
    assert (refused.status_code, refused.json()["code"]) == (503, "preparing")
    assert ann.table(id) == before
    get_ready(preparation, "mykerinos", RULES + 1)
    assert ann.start(id).status_code == 200


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ((8.2, 21, 36), "Preparing Thebes: rules in about 10 s, hints in about 40 s."),
        ((0, 4, 20), "Preparing Thebes: rules ready, keen bots in about 5 s, hints in about 20 s."),
        ((0, 0, 1), "Preparing Thebes: rules and bots ready, masters and hints in about 5 s."),
    ],
)
def test_what_is_ready_and_when_the_rest_will_be(left: tuple[float, float, float], said: str) -> None:
    assert sentence(Progress("thebes", *left)) == said


def test_estimates_follow_what_has_been_measured() -> None:
    preparation = Preparation(["thebes"])
    start = time.monotonic() - 12
    preparation._times["thebes"], preparation._ready["thebes"] = (start, 8.0), 1
    assert preparation.seconds("thebes", RULES) == 0
    assert preparation.seconds("thebes", SCHOLAR) == pytest.approx(8 / 0.4 * 0.7 - 12, abs=1)
    assert preparation.seconds("thebes", MASTER) == pytest.approx(8 / 0.4 - 12, abs=1)
