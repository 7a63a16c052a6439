"""Names and messages are what they look like: nothing invisible, nothing that turns what stands around it."""

from collections.abc import Callable
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.server.chat import clean_message
from digsite.server.naming import clean_label, clean_name
from digsite.tables.names import distinct_names
from digsite.tables.refused import Refused
from tests.server.clients import ME, OPEN, Client
from tests.server.visitor import Visitor

Guests = Callable[[str], Client]
UNSEEN = [
    "\u00ad",  # soft hyphen
    "\u034f",  # grapheme joiner
    "\u061c",  # Arabic letter mark
    "\u115f", "\u1160", "\u3164", "\uffa0",  # Hangul fillers, which count as letters
    "\u17b4", "\u17b5",  # Khmer vowels without a shape
    "\u180e",  # Mongolian vowel separator
    "\u200b", "\u200c", "\u200d", "\u200e", "\u200f",  # of no width, joiners, marks of direction
    "\u202a", "\u202d", "\u202e", "\u2066", "\u2068", "\u2069",  # what turns a text round
    "\u2060", "\u2064", "\u206f", "\ufeff", "\ufff9",
    "\u2800",  # Braille without dots
    "\ufe0f",  # a variation, of nothing
    "\U000e0041", "\U000e0100",  # tags and further variations
    "\ue000", "\U0010ffff", "\u0378",  # private, none, not assigned
]  # fmt: skip


@pytest.mark.parametrize("letter", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_left_out(letter: str) -> None:
    for text in (f"An{letter}n", f"{letter}Ann", f"Ann{letter}", f"{letter * 3}A{letter}nn "):
        assert clean_name(text) == "Ann"
        assert clean_message(text) == "Ann"
        assert clean_label(text) == "Ann"


@pytest.mark.parametrize("letter", [*UNSEEN, " ", "\u00a0", "\u3000", "\u0301", "\u20dd"], ids=ascii)
def test_a_name_that_shows_nothing_is_empty(guest: Guests, letter: str) -> None:
    ann = guest("Ann")
    for text in (letter, f" {letter}  {letter} "):
        for answer in (
            ann.http.post("/api/guests", json={"name": text}),
            ann.send("PATCH", "/api/me", {"name": text}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (422, "bad name")
        with pytest.raises(Refused):
            clean_message(text)


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "é", "e\u0301", "李", "Åsa-Lena O’Neill", "علي", "می\u200cخواهم", "क्\u200dष", "3", "-", "Ann 2"),
        *("\U0001f469\u200d\U0001f680", "\U0001f441\ufe0f\u200d\U0001f5e8\ufe0f", "1\ufe0f\u20e3", "❤\ufe0f", "🇵🇱"),
        "\U0001f469\U0001f3fd\u200d\U0001f680",
    ],
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name
    assert clean_message(name) == name


@given(st.text(max_size=40))
def test_nothing_unseen_gets_through(text: str) -> None:
    try:
        shown = clean_name(text)
    except Refused:
        return
    assert not {category(letter) for letter in shown} & {"Cc", "Co", "Cn", "Zl", "Zp"}
    assert all(category(letter) != "Cf" or letter in "\u200c\u200d" for letter in shown)
    assert clean_name(shown) == shown


# Two of the same name


@pytest.mark.parametrize(
    ("names", "distinct"),
    [
        (["Ann", "Bo"], ["Ann", "Bo"]),
        (["Ann", "Ann"], ["Ann 1", "Ann 2"]),
        (["ann", "Bo", "Ann"], ["ann 1", "Bo", "Ann 3"]),
        (["Ｂo", "Bo"], ["Ｂo 1", "Bo 2"]),
        (["Ann", "Ann", "Ann 1"], ["Ann 1 1", "Ann 2", "Ann 1 3"]),
        (["Ann 2", "Ann", "Ann"], ["Ann 2 1", "Ann 2 2", "Ann 3"]),
    ],
)
def test_names_that_look_the_same_are_told_apart_by_the_seat(names: list[str], distinct: list[str]) -> None:
    assert distinct_names(names) == distinct


def test_a_second_ann_sits_down_and_is_told_apart(guest: Guests, visitor: Callable[[], Visitor]) -> None:
    ann, other = guest("Ann"), guest("ann")
    id = ann.open_table(ME, OPEN, game="thebes")
    assert other.sit(id).status_code == 200
    page = visitor()
    page.see(f"/t/{id}")
    assert ("Ann 1" in page.page, "ann 2" in page.page) == (True, True)
    ann.start(id)
    page.see(f"/t/{id}")
    assert ("Ann 1" in page.page, "ann 2" in page.page) == (True, True)


def test_in_the_chat_too_and_whoever_watches_is_no_player(guest: Guests) -> None:
    ann, other, watcher, cy = guest("Ann"), guest("ann"), guest("ANN"), guest("Cy")
    id = ann.open_table(ME, OPEN)
    said = [ann.post(f"/api/tables/{id}/chat", {"text": "hello"}).json()]
    other.sit(id)
    said += [person.post(f"/api/tables/{id}/chat", {"text": "hello"}).json() for person in (ann, other, watcher, cy)]
    assert [message["name"] for message in said] == ["Ann", "Ann 1", "ann 2", "ANN 3", "Cy"]


def test_a_message_turns_nothing_round(guest: Guests) -> None:
    ann = guest("Ann\u202e")
    id = ann.open_table()
    assert ann.post(f"/api/tables/{id}/chat", {"text": "a\u202ebc\u200b"}).json()["text"] == "abc"
    assert ann.post(f"/api/tables/{id}/chat", {"text": "\u202e\u200b"}).status_code == 422
    assert [message["name"] for message in ann.get(f"/api/tables/{id}/chat").json()] == ["Ann"]
