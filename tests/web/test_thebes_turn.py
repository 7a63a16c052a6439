"""What a player is offered: costs from the rules, reasons for what is refused, and the sheets that ask before."""

import re
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.core.rng import below, stream
from digsite.games.thebes.page import board, choice, dig_sheet, dock, finds_sheet, news, ticket
from digsite.games.thebes.page.choice import Plan, choice_of, plan_of
from digsite.games.thebes.page.turn import Offer, Turn, offers_of, turn_of
from digsite.web import render
from digsite.web.viewer import News, Played, Viewer
from tests.thebes.position import GAME, Position
from tests.web.tables import LookAt, choice_html

NAMES = ("Ada", "Noor", "Belzoni", "Zoe")
SITES = ("greece", "crete", "egypt", "palestine", "mesopotamia")


viewer = LookAt(GAME, NAMES)


def turn_at(viewer: Viewer) -> Turn:
    turn = turn_of(viewer)
    assert turn
    return turn


def ticket_of(viewer: Viewer) -> ticket.Ticket | None:
    chosen = choice_of(viewer)
    return ticket.ticket(chosen) if chosen else None


def sheet_of(viewer: Viewer) -> dig_sheet.DigContext | None:
    chosen = choice_of(viewer)
    return dig_sheet.context(chosen) if chosen and chosen.is_dig else None


def expedition() -> Position:
    """Ada in Rome, week 11 of 1902, with a little of everything; the others are three weeks ahead, Belzoni on top."""
    return (
        Position(3)
        .at(0, "rome")
        .week(0, 1902, 11)
        .week(1, 1902, 14)
        .week(2, 1902, 14)
        .top(2, 1)
        .show("book egypt moscow 3", "rumour crete", "shovel rome", "congress london")
        .exhibitions("small london", "small berlin")
        .give(0, "book greece 3", "book crete 1", "book egypt 1", "book egypt 1", "book palestine 2")
        .give(0, "rumour egypt", "general 2", "assistant", "shovel", "zeppelin")
        .found(0, "greece", 0, 1, 7, 8)
        .used(0, "greece")
    )


def late(week: int) -> Position:
    """Ada in Rome in a week of the last year."""
    return Position(2).at(0, "rome").week(0, 1903, week).week(1, 1903, 52).show("congress moscow", "shovel rome")


def walked(state: Bytes, steps: int, seed: int) -> Bytes:
    """A position after so many random actions."""
    rng = stream(seed)
    state = GAME.settle(state, rng)
    for _ in range(steps):
        legal = GAME.legal(state)
        after = GAME.settle(GAME.apply(state, int(legal[below(rng, len(legal))])), rng)
        if GAME.to_act(after) >= CHANCE:
            return state
        state = after
    return state


def test_offers_stand_in_the_order_of_the_table() -> None:
    cards, shows = [f"take-{space}" for space in range(1, 5)], ["exhibit-a", "exhibit-b"]
    assert list(offers_of(viewer(expedition().build()))) == [
        *cards,
        "exchange",
        *shows,
        *(f"dig-{s}" for s in SITES),
    ]


def test_nothing_is_offered_to_who_watches_or_is_done() -> None:
    assert offers_of(viewer(expedition().build(), you=None)) == {}
    done = expedition().week(1, 1904, 1).build()
    assert offers_of(viewer(done, you=1)) == {}


def test_who_waits_plans_exactly_what_their_turn_would_offer() -> None:
    """The others have gone on by then, but nothing on the table has changed."""
    waiting = expedition().at(1, "berlin").give(1, "book egypt 2", "car").build()
    acting = expedition().at(1, "berlin").give(1, "book egypt 2", "car").week(0, 1902, 15).week(2, 1902, 15).build()
    assert GAME.to_act(waiting) == 0
    assert GAME.to_act(acting) == 1
    assert offers_of(viewer(waiting, you=1)) == offers_of(viewer(acting, you=1))
    planned, real = turn_at(viewer(waiting, you=1)), turn_at(viewer(acting, you=1))
    assert planned.planned
    assert not real.planned
    assert planned.legal == real.legal
    assert planned.odds("egypt", 9, 0).points == real.odds("egypt", 9, 0).points


@pytest.mark.parametrize("key", ["take-1", "dig-egypt", "exchange"])
def test_a_plan_is_previewed_without_a_button(key: str) -> None:
    state = expedition().give(1, "book egypt 2").build()
    html = choice_html(viewer(state, you=1, choose=key))
    assert "Not your turn yet" in html
    assert 'name="action"' not in html
    assert 'name="action"' in choice_html(viewer(state, you=0, choose="take-1"))


def test_a_plan_names_its_card_not_the_space_where_it_lies() -> None:
    html = choice_html(viewer(expedition().build(), you=1, choose="take-1"))
    card = GAME.view(expedition().build())["cards"][0]["card"]
    assert f'data-plan="card-{card}"' in html


def test_a_card_costs_the_same_in_the_dock_and_on_the_map() -> None:
    flown = viewer(expedition().build(), choose="take-1", zeppelin="on")
    shown = dock.context(flown)["cards"][0]["cost"]
    assert shown
    assert shown["total"] == 4
    assert shown["sum"] == "by zeppelin"


@pytest.mark.rule("T2.5", "T3.1", "T4.1", "T5.1")
def test_a_card_costs_the_journey_and_its_weeks() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["take-1"] == Offer("take-1", "moscow", 3, 4, "take 1")
    assert offers["take-1"].total == 7
    assert offers["take-2"] == Offer("take-2", "paris", 1, 1, "take 2")
    assert offers["take-3"] == Offer("take-3", "rome", 0, 3, "take 3")
    assert offers["take-4"] == Offer("take-4", "london", 2, 2, "take 4")
    assert offers["exchange"] == Offer("exchange", "warsaw", 2, 1, "exchange")


@pytest.mark.rule("T3.2")
def test_a_car_shortens_what_is_offered() -> None:
    offers = offers_of(viewer(expedition().give(0, "car").build()))
    assert (offers["take-1"].travel, offers["take-4"].travel) == (2, 2)


@pytest.mark.rule("T5.2")
def test_a_third_exchange_in_a_row_costs_three_weeks() -> None:
    position = Position(2).week(0, 1901, 3).week(1, 1901, 20).exchanged(0, 2)
    assert offers_of(viewer(position.build()))["exchange"] == Offer("exchange", "warsaw", 0, 3, "exchange")


@pytest.mark.rule("T7.2")
def test_an_exhibition_says_how_many_finds_are_short() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["exhibit-a"] == Offer("exhibit-a", "london", 2, 3, "", "2 Egyptian artifacts short", "T7.2")
    assert offers["exhibit-b"] == Offer("exhibit-b", "berlin", 2, 3, "", "1 Cretan artifact short", "T7.2")
    beginner = offers_of(viewer(Position(2).exhibitions("small london").build()))["exhibit-a"]
    assert beginner.refusal == "1 Greek artifact and 2 Egyptian artifacts short"


@pytest.mark.rule("T6.6", "T6.8")
def test_a_dig_costs_the_fewest_weeks_that_draw_a_token_without_using_cards_up() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["dig-crete"] == Offer("dig-crete", "crete", 1, 6)  # 1 and 1 general: row 2 of the wheel
    assert offers["dig-egypt"] == Offer("dig-egypt", "egypt", 2, 2)  # 2 and 2 general: row 4
    assert offers["dig-mesopotamia"] == Offer("dig-mesopotamia", "mesopotamia", 2, 6)  # only with the lone assistant


@pytest.mark.rule("T6.1", "T6.11", "T8.3")
def test_a_dig_says_why_it_is_not_possible() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert (offers["dig-greece"].refusal, offers["dig-greece"].rule) == ("permit used", "T6.11")
    offers = offers_of(viewer(late(45).give(0, "book egypt 1").build()))
    assert (offers["dig-crete"].refusal, offers["dig-crete"].rule) == ("no knowledge of it yet", "T6.1")
    told = offers["dig-egypt"]
    assert (told.refusal, told.rule) == ("no time left: needs 10 of 8 weeks", "T8.3")


@pytest.mark.rule("T6.12")
def test_a_special_permit_opens_a_used_site() -> None:
    assert offers_of(viewer(expedition().give(0, "permit").build()))["dig-greece"].possible


@pytest.mark.rule("T3.3", "T8.3", "T8.4")
def test_the_zeppelin_flies_by_itself_where_time_is_short() -> None:
    on_foot = offers_of(viewer(late(50).build()))
    assert on_foot["take-1"].refusal == "no time left: needs 5 of 3 weeks"
    assert on_foot["stop"] == Offer("stop", "rome", 0, 3, "stop")
    assert offers_of(viewer(late(50).give(0, "zeppelin").build()))["take-1"].action == "take 1 zeppelin"


@pytest.mark.rule("T3.1")
def test_a_plan_passes_the_places_of_a_shortest_way() -> None:
    state = expedition().build()
    assert plan_of(viewer(state, choose="take-1")) == Plan(
        "take-1", 0, ("rome", "vienna", "warsaw", "moscow"), 3, 4, flown=False, dig=False
    )
    flight = plan_of(viewer(state, choose="take-1", zeppelin="on"))
    assert flight == Plan("take-1", 0, ("rome", "vienna", "warsaw", "moscow"), 0, 4, flown=True, dig=False)
    here = plan_of(viewer(state, choose="take-3", zeppelin="on"))
    assert here == Plan("take-3", 0, ("rome",), 0, 3, flown=False, dig=False)
    dig = plan_of(viewer(state, choose="dig-egypt", weeks="6"))
    assert dig == Plan("dig-egypt", 0, ("rome", "crete", "egypt"), 2, 6, flown=False, dig=True)


def test_every_route_is_as_long_as_the_way_and_never_leaves_the_lines() -> None:
    lines = {frozenset(pair) for pair in GAME.facts.routes}
    for i, j in product(range(12), repeat=2):
        way = choice.route(GAME.facts, GAME.facts.places[i], GAME.facts.places[j])
        assert (way[0], way[-1]) == (GAME.facts.places[i], GAME.facts.places[j])
        assert len(way) - 1 == GAME.facts.steps[i, j]
        assert all({one, other} in lines for one, other in pairwise(way))


@pytest.mark.parametrize("key", ["", "take-9", "exhibit-a", "exhibit-c", "dig-greece", "dig-atlantis", "stop", "<b>"])
def test_what_cannot_be_done_makes_no_plan(key: str) -> None:
    assert plan_of(viewer(expedition().build(), choose=key)) is None


@pytest.mark.parametrize(
    ("weeks", "meant"), [("1", 2), ("12", 12), ("99", 12), ("six", 8), ("-3", 8), ("", 8), ("²", 8)]
)
def test_weeks_that_cannot_be_dug_become_the_nearest_and_nonsense_the_best(weeks: str, meant: int) -> None:
    """Row 4 of the wheel: 4 tokens of 35 points in 30, and the bonus of 1, for 8 and 2 weeks of travel are best:
    17/30 for each week, against 9/16 for 6 weeks, 5/9 for 4, 13/24 for 2 and 41/78 for 11."""
    chosen = plan_of(viewer(expedition().build(), choose="dig-egypt", weeks=weeks))
    assert chosen
    assert chosen.weeks == meant


@pytest.mark.rule("T2.1", "T2.2")
def test_who_moves_then() -> None:
    state = expedition().build()
    assert turn_at(viewer(state)).next_to_move(7) == [(2, 14, 1902), (1, 14, 1902), (0, 18, 1902)]
    assert turn_at(viewer(state)).next_to_move(3) == [(0, 14, 1902), (2, 14, 1902), (1, 14, 1902)]
    assert turn_at(viewer(state)).next_to_move(42) == [(2, 14, 1902), (1, 14, 1902), (0, 1, 1903)]


def test_who_is_done_moves_no_more() -> None:
    assert turn_at(viewer(late(50).build())).next_to_move(3) == [(1, 52, 1903)]


def test_the_order_is_what_the_engine_makes_of_it() -> None:
    for state in positions(10):
        own = viewer(state, GAME.to_act(state))
        for action in GAME.legal(state).tolist():
            after = GAME.view(GAME.apply(state, action))
            spent = after["players"][own.you]["time"] - own.view["players"][own.you]["time"]
            told = [seat for seat, _, _ in turn_at(own).next_to_move(spent)]
            assert told == [seat for seat in after["order"] if not after["players"][seat]["done"]]


@pytest.mark.parametrize(
    ("form", "action"),
    [
        ({"action": "take 1 zeppelin"}, "take 1 zeppelin"),
        ({"site": "egypt", "weeks": "6"}, "dig egypt 6"),
        ({"site": "egypt", "weeks": "6", "shovel": "on", "zeppelin": "on"}, "dig egypt 6 zeppelin shovel"),
        ({"site": "egypt", "weeks": "6", "rumour": "on", "assistant": "on"}, "dig egypt 6 assistant rumour"),
        ({"site": "egypt", "weeks": "6", "rumour": "off"}, "dig egypt 6"),
    ],
)
def test_a_form_describes_an_action(form: dict[str, str], action: str) -> None:
    state = expedition().build()
    assert choice.action_of(form) == action
    GAME.apply(state, GAME.parse(state, action))


@pytest.mark.parametrize(
    "form",
    [{}, {"site": "egypt"}, {"site": "atlantis", "weeks": "3"}, {"site": "egypt", "weeks": "0x6"}, {"weeks": "6"}],
)
def test_a_form_without_sense_is_refused_by_the_engine(form: dict[str, str]) -> None:
    state = expedition().build()
    with pytest.raises(DigsiteError):
        GAME.apply(state, GAME.parse(state, choice.action_of(form)))


def positions(count: int) -> Iterator[Bytes]:
    for number in range(count):
        yield walked(GAME.new(2 + number % 3), 4 + 3 * number, seed=number)


def offered(state: Bytes) -> set[str]:
    """Every action that a button of some ticket or sheet plays, whatever is switched on it."""
    seat, found = GAME.to_act(state), set[str]()
    for key in offers_of(viewer(state, seat)):
        plain = choice_html(viewer(state, seat, choose=key))
        uses = re.findall(r'id="use-(\w+)"', plain) or ["zeppelin"] * ("choice-flight" in plain)
        for switched in product((False, True), repeat=len(uses)):
            chosen = {use: "on" for use, on in zip(uses, switched, strict=True) if on}
            page = choice_html(viewer(state, seat, choose=key, **chosen))
            found.update(re.findall(r'<button class="main" form="act" name="action" value="([^"]+)">', page))
    return found


def test_every_legal_action_is_played_by_some_button_and_no_other() -> None:
    for state in positions(30):
        assert GAME.to_act(state) not in (CHANCE, OVER)
        assert offered(state) == {GAME.text(state, action) for action in GAME.legal(state).tolist()}


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
    told = [ticket_of(viewer(state, choose=f"take-{space}")) for space in (1, 2, 3)]
    assert [one.more for one in told if one] == [
        "This gives you the lead there: +5 points.",
        "This gives you a share of the lead there: +3 points.",
        "",
    ]


def test_a_ticket_names_what_else_is_to_be_had_there() -> None:
    state = Position(2).show("book berlin", "general 1 berlin", "shovel rome", "congress moscow").build()
    told = [ticket_of(viewer(state, choose=key)) for key in ("take-1", "take-3", "exchange")]
    assert [[what for what, _link in one.others] for one in told if one] == [["General book, 4 weeks"], [], []]
    assert told[0]
    assert told[0].others[0][1] == "/t/abc?choose=take-2"
    assert "Also in Berlin:" in choice_html(viewer(state, choose="take-1"))


@pytest.mark.parametrize(
    ("start", "goal", "east"),
    [("warsaw", "rome", True), ("warsaw", "moscow", False), ("egypt", "rome", True), ("egypt", "moscow", False)],
)
def test_a_ticket_leaves_the_goal_of_the_journey_free(start: str, goal: str, east: bool) -> None:
    told = ticket_of(viewer(Position(2).at(0, start).show(goal).build(), choose="take-1"))
    assert told
    assert told.east == east


@pytest.mark.rule("T7.2")
def test_a_ticket_tells_of_rivals_for_an_exhibition() -> None:
    position = Position(2).exhibitions("small london").found(0, "greece", 1).found(0, "egypt", 1, 2)
    told = ticket_of(viewer(position.build(), choose="exhibit-a"))
    assert told
    assert (told.more, told.button) == ("Nobody else could show it now.", "Show it, 5 weeks: 4 points")


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
    told = finds_sheet.context(viewer(states[-1]), states, actions)
    sheet = told["finds"]
    names = ["Rosetta stone", "Sand", "Bust of Nefertiti", "General book", "Sand"]
    assert [token.name for token in sheet["tokens"]] == names
    assert sheet["bonus"]
    assert sheet["bonus"].name == "Ushabti"
    assert sheet["total"] == 5 + 3 + 1
    assert [change.text for change in sheet["changes"]] == [
        "Exhibition a in London is open to you",
        "The permit for Egypt is used until 1903.",
        "The rumour is used up.",
        "General knowledge is 3 now.",
    ]
    assert sheet["next"] == "You are in week 19 of 1902."
    page = render("thebes/finds.html", **told)
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
    assert said("book egypt 3") == ["Since then you lost 2 points: Egypt's majority."]  # shared: 3 instead of 5
    assert said("book egypt 3", "book egypt 1") == ["Since then you lost 5 points: Egypt's majority."]


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
    told = finds_sheet.context(viewer(states[-1]), states, actions)["finds"]["tokens"]
    assert [token.together for token in told] == ["", "Sand ×2", "", "", ""]
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
