"""The sheets that ask before an action and tell after it: ticket, time wheel, finds; and what is new on the table."""

import re

import pytest

from digsite.core.rng import stream
from digsite.games.thebes.page import board, dock, finds_sheet, news
from digsite.web import render
from digsite.web.viewer import News, Played
from tests.thebes.position import GAME, Position
from tests.web.tables import choice_html
from tests.web.thebes_turns import expedition, late, sheet_of, ticket_of, viewer


def test_a_ticket_tells_the_way_the_work_and_the_end() -> None:
    page = choice_html(viewer(expedition().build(), choose="take-1"))
    for words in ("Book on Egypt", "3 points of knowledge, for good", "Rome, Vienna, Warsaw, Moscow", "Read in Moscow"):
        assert words in page
    assert "From week 11 to week 18" in page
    assert "Take it, 7 weeks" in page
    assert 'href="/t/abc?choose=take-1&amp;zeppelin=on"' in page


@pytest.mark.rule("T9.4")
def test_a_ticket_tells_of_a_majority_that_changes() -> None:
    state = (
        Position(2)
        .show("book egypt 2", "book crete 1", "book greece 1")
        .give(1, "book crete 1", "book greece 2")
        .build()
    )
    tickets = [ticket_of(viewer(state, choose=f"take-{space}")) for space in (1, 2, 3)]
    assert [one.more for one in tickets if one] == [
        "You then have the most knowledge there: +5 points.",
        "You then share the most knowledge there: +3 points.",
        "",
    ]


def test_a_ticket_names_what_else_is_to_be_had_there() -> None:
    state = Position(2).show("book berlin", "general 1 berlin", "shovel rome", "congress moscow").build()
    tickets = [ticket_of(viewer(state, choose=key)) for key in ("take-1", "take-3", "exchange")]
    assert [[what for what, _link in one.others] for one in tickets if one] == [["General book, 4 weeks"], [], []]
    assert tickets[0]
    assert tickets[0].others[0][1] == "/t/abc?choose=take-2"
    assert "Also in Berlin:" in choice_html(viewer(state, choose="take-1"))


@pytest.mark.parametrize(
    ("start", "goal", "east"),
    [
        ("warsaw", "rome", True),
        ("warsaw", "paris", True),
        ("warsaw", "moscow", False),
        ("egypt", "rome", True),
        ("egypt", "moscow", False),
    ],
)
def test_a_ticket_leaves_the_goal_of_the_journey_free(start: str, goal: str, east: bool) -> None:
    ticket = ticket_of(viewer(Position(2).at(0, start).show(goal).build(), choose="take-1"))
    assert ticket
    assert ticket.east == east


@pytest.mark.rule("T7.2")
def test_a_ticket_tells_of_rivals_for_an_exhibition() -> None:
    position = Position(2).exhibitions("small london").found(0, "greece", 1).found(0, "egypt", 1, 2)
    ticket = ticket_of(viewer(position.build(), choose="exhibit-a"))
    assert ticket
    assert (ticket.more, ticket.button) == ("Nobody else could hold it now.", "Hold it, 5 weeks: 4 points")


@pytest.mark.rule("T8.1")
def test_a_ticket_tells_of_the_new_year() -> None:
    state = expedition().week(0, 1902, 50).week(1, 1902, 51).week(2, 1902, 51).build()
    page = choice_html(viewer(state, choose="take-1"))
    assert "From week 50 to week 5 of 1903" in page
    assert "1903 begins for you: all permits are valid again." in page


def test_a_refused_choice_names_its_rule_and_has_no_button() -> None:
    page = choice_html(viewer(expedition().build(), choose="dig-greece"))
    assert "permit used" in page
    assert 'href="/t/abc?rules=T6.11"' in page
    assert "<button" not in page


@pytest.mark.rule("T6.6")
def test_the_dig_sheet_adds_up_the_knowledge() -> None:
    sheet = sheet_of(viewer(expedition().build(), choose="dig-egypt", weeks="6", rumour="on"))
    assert sheet
    assert [(part.name, part.value) for part in sheet["sum"]] == [("books", 2), ("rumour", 2), ("general", 2)]
    assert sheet["knowledge"] == 6
    assert [week.tokens for week in sheet["weeks"]] == [1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 7, 8]
    crete = sheet_of(viewer(expedition().build(), choose="dig-crete"))
    assert crete
    assert [(part.name, part.value) for part in crete["sum"]] == [("books", 1), ("general, of 2", 1)]


@pytest.mark.rule("T6.8", "T8.3")
def test_weeks_that_cannot_be_dug_say_why() -> None:
    state = late(44).give(0, "book egypt 3", "book egypt 1").build()
    sheet = sheet_of(viewer(state, choose="dig-egypt"))
    assert sheet
    reasons = {week.number: week.refusal for week in sheet["weeks"]}
    assert reasons[1] == "draws nothing"
    assert not any(reasons[number] for number in range(2, 8))  # 9 weeks are left, 2 of them for the journey
    assert all(reasons[number] == "no time left for it" for number in range(8, 13))


def test_what_a_dig_depends_on_cannot_be_switched_off() -> None:
    sheet = sheet_of(viewer(expedition().build(), choose="dig-mesopotamia"))
    assert sheet
    fixed = {switch.name: (switch.on, switch.fixed) for switch in sheet["switches"]}
    assert fixed == {"assistant": (True, True), "shovel": (False, False), "zeppelin": (False, False)}


def idle(**using: str) -> dict[str, list[int]]:
    """At which weeks of a dig in Egypt what may be used adds nothing."""
    sheet = sheet_of(viewer(expedition().build(), 0, choose="dig-egypt", **using))
    assert sheet
    return {
        switch.name: [week for week, gives in switch.gives.items() if "nothing" in gives]
        for switch in sheet["switches"]
    }


@pytest.mark.rule("T6.4", "T6.8")
def test_what_would_be_used_up_for_nothing_is_said_beside_it() -> None:
    """Knowledge of 4, 5, 6 and 7 on the wheel: 5 draws no more than 4 for 2 weeks, 7 no more than 6 for 1, 2, 4, 6."""
    assert idle() == {"rumour": [], "assistant": [2], "shovel": [], "zeppelin": []}
    assert idle(rumour="on")["assistant"] == [1, 2, 4, 6]
    assert idle(rumour="on", assistant="on")["assistant"] == [1, 2, 4, 6]
    page = choice_html(viewer(expedition().build(), choose="dig-egypt", rumour="on"))
    assert "adds nothing at 6 weeks" in page
    assert "adds nothing at 7 weeks" not in page


def test_the_odds_ask_for_as_much_as_is_expected() -> None:
    sheet = sheet_of(viewer(expedition().build(), 0, choose="dig-egypt"))
    assert sheet
    weeks = [week for week in sheet["weeks"] if not week.refusal]
    assert weeks
    for week in weeks:
        assert week.goal - 1 < max(float(week.expected) + 0.05, 1)
        assert week.goal >= float(week.expected) - 0.05


def test_the_finds_sheet_counts_what_came_out() -> None:
    states, actions = [expedition().build()], list[int]()
    for text in ("dig egypt 6 rumour", "find 11", "sand", "find 7", "find 14", "sand"):
        actions.append(GAME.parse(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    context = finds_sheet.context(viewer(states[-1]), states, actions)
    sheet = context["finds"]
    names = ["Rosetta stone", "Sand", "Bust of Nefertiti", "General book", "Sand"]
    assert [token.name for token in sheet["tokens"]] == names
    assert sheet["bonus"]
    assert sheet["bonus"].name == "Ushabti"
    assert sheet["total"] == 5 + 3 + 1
    assert [change.text for change in sheet["changes"]] == [
        "You can now hold exhibition a in London",
        "The permit for Egypt is used until 1903.",
        "The rumour is used up.",
        "General knowledge is 3 now.",
    ]
    assert sheet["next"] == "You are in week 19 of 1902."
    page = render("thebes/finds.html", **context)
    assert page.count("<li") == 6 + 4


@pytest.mark.rule("T8.3")
def test_a_dig_that_ends_the_game_for_its_player_says_so() -> None:
    states = [late(44).give(0, "book egypt 3", "book egypt 1").build()]
    actions = [GAME.parse(states[0], "dig egypt 7")]  # 2 weeks of travel and 7 of digging: week 53 of 52
    states.append(GAME.apply(states[0], actions[0]))
    sheet = finds_sheet.context(viewer(states[-1]), states, actions)["finds"]
    assert sheet["next"] == "You have reached the end of 1903."


@pytest.mark.rule("T9.4")
def test_the_finds_sheet_tells_of_majorities_that_changed_meanwhile() -> None:
    def said(*reads: str) -> list[str]:
        states = [Position(2).give(0, "book egypt 3").give(1, "book crete 1").build()]
        actions = [GAME.parse(states[0], "dig egypt 3")]
        states.append(GAME.apply(states[0], actions[0]))
        now = Position(2).give(0, "book egypt 3").give(1, "book crete 1", *reads).build()
        return [change.text for change in finds_sheet.context(viewer(now), states, actions)["finds"]["changes"][1:]]

    assert said() == []
    assert said("book egypt 3") == [
        "Since then you lost 2 points: most knowledge about Egypt."
    ]  # shared: 3 instead of 5
    assert said("book egypt 3", "book egypt 1") == ["Since then you lost 5 points: most knowledge about Egypt."]


@pytest.mark.parametrize("choose", ["take-1", "exhibit-a", "exchange", "dig-egypt", "dig-greece"])
def test_nothing_on_the_sheets_breaks_the_content_policy(choose: str) -> None:
    page = choice_html(viewer(expedition().build(), choose=choose))
    assert not re.search(r"\sstyle=|<script|<style|\son[a-z]+=\"", page)
    assert page.count('id="choice"') == 1


def test_all_sand_is_named_once() -> None:
    states, actions = [expedition().build()], list[int]()
    for text in ("dig egypt 6 rumour", "find 11", "sand", "find 7", "find 14", "sand"):
        actions.append(GAME.parse(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    tokens = finds_sheet.context(viewer(states[-1]), states, actions)["finds"]["tokens"]
    assert [token.together for token in tokens] == ["", "Sand ×2", "", "", ""]
    html = render("thebes/finds.html", **finds_sheet.context(viewer(states[-1]), states, actions))
    assert html.count("data-token") == 5


def test_cards_that_came_since_ones_last_turn_are_new() -> None:
    before, after = Position(2).show("car").build(), Position(2).show("shovel").build()
    looking = viewer(after)
    looking.note_news(News(before, before))
    marked = [card["new"] for card in dock.context(looking)["cards"] if card["title"]]
    assert marked[0]
    assert not any(marked[1:])


def test_others_leave_a_trail_to_where_they_came() -> None:
    state = Position(2).at(0, "rome").at(1, "berlin").show("car moscow").build()
    action = GAME.parse(state, "take 1")
    looking = viewer(GAME.settle(GAME.apply(state, action), stream(1)), you=1)
    looking.note_news(News(state, state, [Played(0, [state, looking.state], [action])]))
    assert news.journeys(looking) == {0: ("rome", "vienna", "warsaw", "moscow")}
    drawn = board.context(looking)["pieces"]["figures"]
    assert drawn.count("trail of-") == 3
    assert drawn.count("came of-") == 1
