"""What the page's script is answered: the parts of the page that a browser without scripts would be shown."""

from typing import Any

import httpx
import pytest

from digsite.server.people import COOKIE
from tests.server.visitor import Visitor

HERE = "playing now wide"


def asked(visitor: Visitor, path: str, there: str = HERE, **form: Any) -> httpx.Response:
    headers = {"X-Live": there, "Cookie": f"{COOKIE}={visitor.cookie}"}
    method, sent = ("POST", visitor.hidden() | form) if form else ("GET", None)
    answer: httpx.Response = visitor.http.request(method, path, headers=headers, data=sent)
    return answer


@pytest.fixture(params=["thebes", "mykerinos"])
def path(request: pytest.FixtureRequest, ann: Visitor) -> str:
    """A table where Ann plays both seats."""
    path = ann.open("me", "me", game=request.param)
    ann.post(path, do="start")
    return path


@pytest.mark.parametrize("query", ["", "?choose=take-1", "?choose=b2", "?rules", "?log=all", "?choose=nonsense"])
def test_an_answer_has_the_parts_of_the_page(ann: Visitor, path: str, query: str) -> None:
    page, answer = ann.see(path + query).text, asked(ann, path + query).json()
    assert {"notice", "status", "dock", "panel-1", "log", "choice", "finds", "side"} <= set(answer["parts"])
    for name, html in answer["parts"].items():
        assert html.strip() in page, name
    assert f'class="{answer["kind"]}"' in page
    assert f'data-version="{answer["version"]}"' in page
    assert f'data-mood="{answer["mood"]}"' in page


def test_a_phone_is_told_what_is_drawn_for_it(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    assert {"place-london", "phone-place-london"} & set(asked(ann, path).json()["parts"]) == {"place-london"}
    narrow = asked(ann, path, "playing now narrow").json()
    assert {"place-london", "phone-place-london"} & set(narrow["parts"]) == {"phone-place-london"}


@pytest.mark.parametrize("there", ["open now wide", "playing past wide", "over now wide", "", "1", "nonsense"])
def test_another_kind_of_page_is_shown_whole(ann: Visitor, path: str, there: str) -> None:
    answer = asked(ann, path, there)
    assert answer.headers["content-type"].startswith("text/html")
    assert 'id="page"' in answer.text


def test_an_earlier_position_is_told_with_the_way_on(ann: Visitor, path: str) -> None:
    answer = asked(ann, f"{path}?ply=0", "playing past wide").json()
    assert "Back to now" in answer["parts"]["replay"]
    assert "past" in answer["kind"].split()


def test_what_is_read_where_moves_wait_to_be_shown_is_of_the_position_shown(ann: Visitor, path: str) -> None:
    ply = asked(ann, path).json()["ply"]
    asked(ann, f"{path}?do=act", action=legal(ann, path)[0])
    answer = asked(ann, f"{path}?explain=score-0", f"{HERE} at-{ply}").json()
    then = ann.see(f"{path}?explain=score-0&ply={ply}").text
    assert (answer["beside"], answer["ply"], set(answer["parts"])) == (True, ply, {"log", "side"})
    assert all(html.strip() in then for html in answer["parts"].values())


@pytest.mark.parametrize("ply", ["0x", "", "-1", "999999", "9" * 5000])
def test_a_position_that_there_is_not_is_no_matter(ann: Visitor, path: str, ply: str) -> None:
    assert asked(ann, path, f"{HERE} at-{ply}").status_code == 200


def test_acting_is_answered_by_the_new_position(ann: Visitor, path: str) -> None:
    before = asked(ann, path).json()
    answer = asked(ann, f"{path}?do=act", action=legal(ann, path)[0])
    assert answer.headers["x-location"] == path
    assert answer.json()["version"] == before["version"] + 1
    assert answer.json()["parts"]["log"] != before["parts"]["log"]
    assert answer.json()["request"] != before["request"]


def test_a_refusal_is_told_in_a_part(ann: Visitor, path: str) -> None:
    answer = asked(ann, f"{path}?do=act", action="fly to the moon")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.json()["parts"]["notice"]
    assert asked(ann, path).json()["parts"]["notice"] == '<div id="notice"></div>'


def legal(ann: Visitor, path: str) -> list[str]:
    table = ann.http.app.state.service.table_service._cache[path[3:]]  # type: ignore[attr-defined]
    found: list[str] = table.legal(table.host)
    return found


@pytest.mark.parametrize(("second", "status", "done"), [("neutral skip", 200, 2), ("fly to the moon", 422, 1)])
def test_steps_that_were_planned_together_are_played_together(
    ann: Visitor, second: str, status: int, done: int
) -> None:
    """A start of Mykerinos, and what follows it for the neutral player; what is refused undoes nothing."""
    path = ann.open("me", "me", game="mykerinos")
    ann.post(path, do="start")
    first = next(action for action in legal(ann, path) if action.startswith("start"))
    before = asked(ann, path).json()["version"]
    answer = asked(ann, f"{path}?do=act", action=f"{first}; {second}")
    assert answer.status_code == status
    assert answer.json()["version"] == before + done
    assert ("neutral skip" in legal(ann, path)) is (done == 1)


def test_a_lobby_is_always_shown_whole_with_its_chat(ann: Visitor) -> None:
    path = ann.open("me", "open")
    ann.post(path, do="chat", text="who comes?")
    answer = asked(ann, path, "open now wide")
    assert answer.headers["content-type"].startswith("text/html")
    assert "who comes?" in answer.text
