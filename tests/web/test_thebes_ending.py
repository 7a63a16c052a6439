"""The end of a game of Thebes: who won, the points by part and over time, digs, luck, proof."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from digsite.core.fields import Bytes
from digsite.core.record import End, read
from digsite.games.thebes.draw.description import result
from digsite.games.thebes.evaluation.odds import Draw
from digsite.games.thebes.page import ending, luck
from digsite.games.thebes.rules.decode import SandDraw
from digsite.games.thebes.rules.view_types import typed, view_of
from digsite.web import ending as any_ending
from digsite.web import render
from digsite.web.headline import headline
from digsite.web.viewer import Viewer
from tests.thebes.position import GAME, Position
from tests.web.suite import line_of
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS)
line = partial(line_of, GAME)

RECORDS = Path(__file__).parent.parent / "records"
EGYPT = Fraction(35, 30)  # each token of Egypt's full bag: 12 artifacts of 35 points, 2 books, 16 sand


def over(state: Bytes, you: int | None = None, end: End | None = None, practice: bool = False) -> Viewer:
    return LookAt(GAME, EXPLORERS, {"practice": practice}).over(state, you, end)


def recorded(name: str) -> tuple[list[Bytes], list[int], int]:
    record = read(RECORDS / f"{name}.json")
    return *line(GAME.new(record.seats), record.actions), record.seats


def two_digs() -> tuple[list[Bytes], list[int]]:
    """Noor finds 8 points in Egypt, first there; Belzoni finds only sand on Crete, where somebody was before."""
    position = Position().at(0, "egypt").give(0, "book egypt 3", "book egypt 3")
    position.at(1, "crete").give(1, "book crete 3", "book crete 3").found(0, "crete", 0)
    noor = ("dig egypt 6", "find 11", "find 7", "find 14", "sand", "sand")
    return line(position.build(), [*noor, "dig crete 3", "sand", "sand", "sand"])


def test_luck_is_what_was_found_less_what_was_expected() -> None:
    first, second = luck.digs(GAME, *two_digs())
    assert (first.seat, first.site, first.weeks, first.draw.tokens) == (0, "egypt", 6, 5)
    assert (first.found, first.expected) == (8, 5 * EGYPT)  # without the bonus, which is certain
    assert (second.found, second.expected) == (0, Fraction(3 * 35, 30))  # Crete's twelve are worth 35 as well
    assert luck.luck([first, second], 0) == 8 - 5 * EGYPT


def test_luck_and_skill_add_up_to_the_score() -> None:
    states, actions = two_digs()
    digs = luck.digs(GAME, states, actions)
    # Noor: 8 and two bonuses of 1, 5 for most on Egypt; Belzoni: 5 for most on Crete
    totals = [score["total"] for score in GAME.score(states[-1])]
    assert totals == [15, 5]
    noor, belzoni = ending.skill_and_luck(over(states[-1]), digs, totals)
    assert (noor["skill"], noor["luck"], noor["below"]) == ("12.8", "2.2", False)  # 15 = 12 5/6 + 2 1/6
    assert (belzoni["skill"], belzoni["luck"], belzoni["below"]) == ("8.5", "3.5", True)  # 5 = 8 1/2 - 3 1/2
    assert (noor["bar"].below, belzoni["bar"].below) == (False, True)


@pytest.mark.parametrize("name", ["thebes-2", "thebes-3", "thebes-4"])
def test_what_all_digs_found_and_the_bonuses_are_the_artifacts_of_the_score(name: str) -> None:
    states, actions, seats = recorded(name)
    digs, view = luck.digs(GAME, states, actions), GAME.view(states[-1])
    for seat in range(seats):
        bonuses = sum(find["value"] for find in view["players"][seat]["finds"] if find["number"] == 0)
        found = sum(dig.found for dig in digs if dig.seat == seat)
        assert found + bonuses == view["players"][seat]["score"]["artifacts"]


def test_the_best_dig_found_most_and_the_unluckiest_fell_shortest() -> None:
    first, second = luck.digs(GAME, *two_digs())
    assert luck.best([first, second]) is first
    assert luck.unluckiest([first, second]) is second
    assert luck.unluckiest([first]) is None
    assert luck.best([]) is None


def test_a_dig_cut_short_by_the_end_is_no_luck() -> None:
    states, actions = two_digs()
    assert len(luck.digs(GAME, states[:-1], actions[:-1])) == 1


def small_dig(found: int) -> luck.Dig:
    """One token of four: 1, 3 or nothing."""
    draw = Draw("egypt", (1, 6), (1, 3), sand=2, tokens=1)
    return luck.Dig(0, "egypt", 0, 10, 1, draw, (SandDraw(),), found)


@pytest.mark.parametrize(
    ("found", "good", "words"),
    [
        (3, True, "Expected 1.0, found 3: one dig in 4 does as well."),
        (1, True, "Expected 1.0, found 1: 50% of such digs do as well."),
        (0, True, "Expected 1.0, found 0: every such dig does as well."),
        (0, False, "Expected 1.0, found 0: 50% of such digs do as badly."),
        (3, False, "Expected 1.0, found 3: no such dig does better."),
    ],
)
def test_a_dig_beside_others_like_it(found: int, good: bool, words: str) -> None:
    assert ending.compared(small_dig(found), good) == words


def test_majorities_count_as_they_stood() -> None:
    position = Position().give(0, "book egypt 2").at(1, "paris").week(0, 1901, 3)
    state = position.show("book egypt 1 paris", "book egypt 1 paris", "congress", "congress").build()
    states, actions = line(state, ["take 1", "card 0", "take 2", "card 1"])
    noor, belzoni = ending.points_over_time(over(states[-1]), states, luck.digs(GAME, states, actions), 2)
    assert noor.values == [(0, 5), (1, 5), (2, 3)]  # alone with 2, then Belzoni has 1, then 2 as well
    assert belzoni.values == [(0, 0), (1, 0), (2, 3)]


def test_a_dig_is_marked_where_its_points_are_reached() -> None:
    states, actions = two_digs()
    noor, belzoni = ending.points_over_time(over(states[-1]), states, luck.digs(GAME, states, actions), 2)
    assert noor.marks == [(0, 15)]  # Belzoni is still in week 0
    assert belzoni.marks == [(3, 5)]


@pytest.mark.parametrize(
    ("totals", "winners", "you", "words"),
    [
        ([69, 66], [0], None, "Noor wins with 69 points"),
        ([69, 66], [0], 0, "You win with 69 points"),
        ([69, 66], [0], 1, "Noor wins with 69 points"),
        ([60, 60, 9], [0, 1], 2, "Noor and Belzoni share the victory, 60 points each"),
        ([60, 60, 9], [0, 1], 1, "You share the victory with Noor, 60 points each"),
        ([60, 60, 60], [0, 1, 2], 0, "You share the victory with Belzoni and Layard, 60 points each"),
    ],
)
def test_who_won(totals: list[int], winners: list[int], you: int | None, words: str) -> None:
    assert any_ending.heading(over(GAME.new(3), you), totals, winners) == words


@pytest.mark.parametrize(
    ("congresses", "you", "words"),
    [
        ((1, 0), 1, "Noor wins with 1 point"),  # T9.3: one congress is worth 1, two 3
        ((1, 0), 0, "You win with 1 point"),
        ((2, 0), 1, "Noor wins with 3 points"),
        ((1, 1), None, "Noor and Belzoni win with 1 point each"),
        ((0, 0), None, "Noor and Belzoni win with 0 points each"),
    ],
)
def test_headline_and_description_count_points_as_english_does(
    congresses: tuple[int, int], you: int | None, words: str
) -> None:
    position = Position()
    for seat, number in enumerate(congresses):
        position.give(seat, *["congress"] * number)
    viewer = over(position.build(), you)
    assert headline(viewer) == words
    assert result(view_of(GAME, position.build()), EXPLORERS[:2]) == words.replace("You win", "Noor wins")


@pytest.mark.parametrize(
    ("end", "you", "heading", "note"),
    [
        (End("resigned", 1), 0, "You win", "Belzoni resigned; the points are as they stood then."),
        (End("resigned", 1), 1, "Noor wins", "You resigned; the points are as they stood then."),
        (End("timeout", 1), None, "Noor wins", "Belzoni ran out of time; the points are as they stood then."),
        (End("timeout", 1), 1, "Noor wins", "Your time ran out; the points are as they stood then."),
        (End("failed", 1), 0, "You win", "Belzoni left; the points are as they stood then."),
        (End("abandoned"), 0, "The game was abandoned", "Nobody wins; the points are as they stood then."),
    ],
)
def test_games_that_ended_early(end: End, you: int | None, heading: str, note: str) -> None:
    states, actions = two_digs()
    context = ending.context(over(states[-1], you, end), states, actions, 2)
    assert (context["heading"], context["note"]) == (heading, note)


def test_the_counting_opens_most_knowledge_into_its_sites() -> None:
    position = Position(3).found(0, "greece", 0, 12).give(0, "congress", "congress", "book egypt 2")
    view = GAME.view(position.give(1, "book egypt 2", "book crete 1").build())
    finds, shows, congresses, most = ending.ledger(GAME.facts, typed(view))
    assert finds["cells"] == [("2 artifacts", 7), ("", 0), ("", 0)]
    assert shows["cells"] == [("", 0)] * 3
    assert congresses["cells"] == [("2 cards", 3), ("", 0), ("", 0)]
    assert most["cells"] == [("1 of 5", 3), ("2 of 5", 8), ("", 0)]
    sites = {row["site"]: row["cells"] for row in ending.knowledge(GAME.facts, typed(view))}
    assert sites["egypt"] == [(2, 3), (2, 3), (0, 0)]
    assert sites["crete"] == [(0, 0), (1, 5), (0, 0)]


def test_the_draws_can_be_checked_unless_the_game_was_practice() -> None:
    state = GAME.new(2)
    chance = any_ending.chance(over(state).table)
    assert chance is not None
    assert chance["seed"] == " ".join(["0000"] * 16)
    assert chance["words"] == "word0, word1"
    assert any_ending.chance(over(state, practice=True).table) is None


def page(name: str, verified: bool | None = None, you: int | None = 0) -> str:
    states, actions, seats = recorded(name)
    viewer = over(states[-1], you, read(RECORDS / f"{name}.json").end)
    return render("thebes/end.html", viewer=viewer, verified=verified, **ending.context(viewer, states, actions, seats))


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("thebes-*.json")))
def test_every_recorded_game_has_an_end_without_inline_styles(name: str) -> None:
    html = page(name)
    assert html.strip().startswith('<section id="end"')
    assert "style=" not in html
    assert "<script" not in html


def test_what_may_be_done_at_the_end() -> None:
    html = page("thebes-3")
    for way in ("/t/abc?do=rematch", "/t/abc?do=verify", "/t/abc?ply=0", "/api/tables/abc/record"):
        assert way in html
    assert "?do=rematch" not in page("thebes-3", you=None)


def test_the_answer_of_a_check() -> None:
    answers = {verified: page("thebes-3", verified) for verified in (True, False, None)}
    assert "Every draw follows from the seed" in answers[True]
    assert "do not follow" in answers[False]
    assert 'class="good"' not in answers[None]
    assert 'class="bad"' not in answers[None]


def test_a_game_that_ended_early_has_no_years_ahead() -> None:
    states, actions = two_digs()
    over_time = ending.over_time(over(states[-1]), states, luck.digs(GAME, states, actions), 2)
    assert [period for period, _place in over_time["chart"].periods] == ["1901"]
    assert [year for year, _totals in over_time["standings"]] == ["1901"]
