"""Actions have one number and one text each."""

import pytest

from digsite.core.errors import InvalidAction
from digsite.games.thebes.rules.actions import ACTIONS, MARKER
from digsite.games.thebes.rules.decode import (
    CardDraw,
    Dig,
    Exchange,
    Exhibit,
    FindDraw,
    MarkerDraw,
    SandDraw,
    Stop,
    Take,
    decode,
    is_draw,
)
from tests.thebes.position import FACTS, GAME, Position

STATE = Position().build()
OPTION_WORDS = ("", " zeppelin")


def every_text() -> set[str]:
    """All that the notation knows, written out."""
    texts = {f"take {space}{flight}" for space in range(1, 5) for flight in OPTION_WORDS}
    texts |= {f"exchange{flight}" for flight in OPTION_WORDS}
    texts |= {f"exhibit {hall}{flight}" for hall in "abc" for flight in OPTION_WORDS}
    for site in ("greece", "crete", "egypt", "palestine", "mesopotamia"):
        for weeks in range(1, 13):
            for bits in range(16):
                words = [w for i, w in enumerate(("zeppelin", "assistant", "rumour", "shovel")) if bits >> i & 1]
                texts.add(" ".join(["dig", site, str(weeks), *words]))
    texts |= {"stop", "sand"}
    texts |= {f"marker {seat}" for seat in range(4)}
    texts |= {f"card {card}" for card in range(95)}
    texts |= {f"find {token}" for token in range(1, 15)}
    return texts


def test_the_texts_are_exactly_those_of_the_notation() -> None:
    texts = [GAME.text(STATE, action) for action in range(ACTIONS)]
    assert len(texts) == len(set(texts)) == 8 + 2 + 6 + 5 * 12 * 16 + 1 + 4 + 95 + 14 + 1
    assert set(texts) == every_text()


def test_every_text_leads_back_to_its_number() -> None:
    for action in range(ACTIONS):
        assert GAME.parse(STATE, GAME.text(STATE, action)) == action


def test_players_actions_and_those_of_chance_are_apart() -> None:
    players = {GAME.text(STATE, action).split()[0] for action in range(MARKER)}
    chance = {GAME.text(STATE, action).split()[0] for action in range(MARKER, ACTIONS)}
    assert players == {"take", "exchange", "exhibit", "dig", "stop"}
    assert chance == {"marker", "card", "find", "sand"}


def test_numbers_and_texts_do_not_depend_on_the_position() -> None:
    other = Position(4).give(0, "zeppelin").week(0, 1903, 5).build()
    for action in range(0, ACTIONS, 7):
        assert GAME.text(other, action) == GAME.text(STATE, action)
        assert GAME.parse(other, GAME.text(STATE, action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "take",
        "take 0",
        "take 5",
        "take 01",
        "take one",
        "Take 1",
        "TAKE 1",
        "take  1",
        " take 1",
        "take 1 ",
        "take 1\n",
        "take\t1",
        "take 1 car",
        "take 1 Zeppelin",
        "take 1 zeppelin zeppelin",
        "take ١",
        "take ¹",
        "exchange 1",
        "exchange  zeppelin",
        "exchange shovel",
        "exchange\n",
        "exhibit",
        "exhibit d",
        "exhibit A",
        "exhibit 1",
        "exhibit ab",
        "dig",
        "dig egypt",
        "dig 6 egypt",
        "dig Egypt 6",
        "dig egypt 0",
        "dig egypt 13",
        "dig egypt 06",
        "dig egypt 6.0",
        "dig egypt -6",
        "dig rome 6",
        "dig atlantis 6",
        "dig egypt 6 assistant zeppelin",
        "dig egypt 6 rumour assistant",
        "dig egypt 6 shovel rumour",
        "dig egypt 6 shovel shovel",
        "dig egypt 6 permit",
        "dig egypt 6 assistant, rumour",
        "dig egypt 6 shovel\n",
        "stop zeppelin",
        "stops",
        "pass",
        "marker",
        "marker 4",
        "marker -1",
        "card",
        "card 95",
        "card 99",
        "card 100",
        "card 007",
        "card -1",
        "card 00",
        "find 0",
        "find 15",
        "find 01",
        "sand 1",
        "Sand",
        "sand\n",
        "0",
        "take 1; stop",
        "x" * 10_000,
    ],
)
def test_only_the_canonical_spelling_is_an_action(text: str) -> None:
    with pytest.raises(InvalidAction, match="is not an action in Thebes"):
        GAME.parse(STATE, text)


def test_an_unknown_site_is_answered_with_the_sites() -> None:
    with pytest.raises(InvalidAction, match=f"the sites are {', '.join(FACTS.sites)}"):
        GAME.parse(STATE, "dig troy 6")


def test_legal_actions_are_ascending_and_each_listed_once() -> None:
    cards = ("zeppelin", "assistant", "shovel", "rumour greece", "book greece 3", "book crete 2", "general 2")
    state = Position().give(0, *cards).build()
    listed = GAME.legal(state).tolist()
    assert listed == sorted(set(listed))
    assert len(listed) > 100


DECODED = [
    ("take 1", Take(0)),
    ("take 4 zeppelin", Take(3, zeppelin=True)),
    ("exchange", Exchange()),
    ("exchange zeppelin", Exchange(zeppelin=True)),
    ("exhibit b", Exhibit(1)),
    ("dig greece 1", Dig(0, 1)),
    ("dig egypt 12 zeppelin", Dig(2, 12, zeppelin=True)),
    ("dig egypt 3 assistant", Dig(2, 3, assistant=True)),
    ("dig egypt 3 rumour shovel", Dig(2, 3, rumour=True, shovel=True)),
    ("stop", Stop()),
    ("marker 3", MarkerDraw(3)),
    ("card 94", CardDraw(94)),
    ("find 1", FindDraw(1)),
    ("find 14", FindDraw(14)),
    ("sand", SandDraw()),
]


@pytest.mark.parametrize(("text", "action"), DECODED)
def test_an_action_has_named_parts(text: str, action: object) -> None:
    assert decode(GAME.parse(STATE, text)) == action


def test_draws_are_actions_of_chance() -> None:
    assert [is_draw(number) for number in range(ACTIONS)] == [number >= MARKER for number in range(ACTIONS)]
