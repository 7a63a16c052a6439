"""What has happened at a table: positions, decisions, who came and went, what the others did meanwhile."""

from itertools import pairwise

from digsite.core.history import Decision
from digsite.tables import commands
from digsite.tables.table import Seat
from digsite.web import table_page as page
from digsite.web.game_page import page_of
from digsite.web.headline import headline
from digsite.web.timeline import Event, LogLine, Timeline
from digsite.web.viewer import Viewer
from tests.server.tabletop import ANN, BO, Tabletop, lay, person


def story_of(top: Tabletop) -> Timeline:
    timeline = Timeline(top.table.game)
    timeline.add(top.log)
    return timeline


def test_positions_lead_from_one_to_the_next_and_end_at_the_present() -> None:
    top = lay("thebes")
    for _ in range(12):
        top.act(text=top.legal()[0])
    timeline = story_of(top)
    game = top.table.game
    for (before, after), action in zip(pairwise(timeline.states), timeline.actions, strict=True):
        assert game.apply(before, action).tobytes() == after.tobytes()
    assert timeline.states[-1].tobytes() == top.table.state
    assert len(timeline.actions) == top.table.ply
    ends = [item.end for item in timeline.decisions]
    assert [item.begin for item in timeline.decisions[1:]] == ends[:-1]


def test_it_grows_as_it_is_heard_and_hears_nothing_twice() -> None:
    top = lay("thebes")
    timeline = story_of(top)
    top.act(text="take 1")
    timeline.add(top.log)
    timeline.add(top.log)
    assert timeline.version == top.table.version
    assert len(timeline.decisions) == 2
    kept = timeline.so_far()
    top.act(text=top.legal()[0])
    timeline.add(top.log)
    assert len(kept.decisions) == 2


def test_what_is_taken_back_is_gone_and_said_so() -> None:
    top = lay("mykerinos")
    before = len(story_of(top).actions)
    top.act(ANN if top.table.to_act == 0 else BO)
    top.undo(ANN if top.table.undo_seat == 0 else BO)
    timeline = story_of(top)
    assert len(timeline.actions) == before
    assert isinstance(timeline.items[-1], Event)
    assert "undid an action" in timeline.items[-1].sentence(None)


def test_who_comes_and_goes_is_told_by_name() -> None:
    top = lay("thebes", [person(ANN), Seat("open"), Seat("bot", bot="novice")], start=False)
    top.do(commands.sit, BO, "Bo", 1, "")
    top.do(commands.start, ANN)
    top.do(commands.resign, BO, None)
    sentences = [item.sentence(None) for item in story_of(top).items if isinstance(item, Event)]
    assert sentences == ["Bo sat down.", "Bo resigned.", "Belzoni plays on."]
    assert next(item.sentence(1) for item in story_of(top).items if isinstance(item, Event)) == "You sat down."


def test_who_offers_to_end_the_game_and_thinks_better_of_it_is_told_in_whole_sentences() -> None:
    top = lay("thebes", [person(ANN), person(BO), person(ANN)])
    for agree in (True, False):
        top.do(commands.abandon, BO, agree)
    top.do(commands.abandon, ANN, True)
    events = [item for item in story_of(top).items if isinstance(item, Event)]
    assert [item.sentence(None) for item in events] == [
        "Bo offers to end the game without a winner.",
        "Bo wants to play on after all.",
        "Ann offers to end the game without a winner.",
    ]
    assert [item.sentence(1) for item in events[:2]] == [
        "You offer to end the game without a winner.",
        "You want to play on after all.",
    ]


def test_since_ones_last_turn_tells_what_the_others_did_in_order() -> None:
    top = lay("thebes")
    while top.table.to_act != 0:
        top.act(text=top.legal()[0])
    top.act(text="take 1")
    while top.table.to_act != 0:
        top.act(text=top.legal()[0])
    timeline, viewer = story_of(top), Viewer(top.table, (0,), True, ANN)
    lines = page.since(page_of("thebes"), viewer, timeline)
    assert page.since_heading(viewer, timeline) == "Since your last turn"
    others = []
    for item in reversed(timeline.decisions):
        if item.seat == 0:
            break
        others.append(item)
    assert len(lines) == len(others)
    assert all(line.seat == 1 and "Bo" in line.sentences[0] for line in lines)
    assert page.since(page_of("thebes"), Viewer(top.table, (1,), False, BO), timeline) == []


def test_before_ones_first_turn_there_is_no_last_turn() -> None:
    top = lay("thebes")
    first, names = top.table.to_act, (ANN, BO)
    assert first is not None
    while top.table.to_act == first:
        top.act(text=top.legal()[0])
    viewer = Viewer(top.table, (1 - first,), first == 1, names[1 - first])
    html = page.parts(viewer, story_of(top))["since"]
    assert "So far" in html
    assert "Since your last turn" not in html


def test_the_log_of_an_earlier_position_tells_nothing_of_what_came_later() -> None:
    top = lay("thebes")
    for _ in range(6):
        top.act(text=top.legal()[0])
    timeline = story_of(top)
    third = timeline.decisions[3]
    assert isinstance(third, Decision)
    viewer = Viewer(top.table, (0,), True, ANN, past=timeline.states[third.end].tobytes(), ply=third.end)
    lines = page.log(page_of("thebes"), viewer, timeline)["lines"]
    assert [line.ply for line in lines] == [item.end for item in reversed(timeline.decisions[:4])]


def test_news_is_what_others_played_since_ones_last_decision() -> None:
    top = lay("thebes")
    first = top.table.to_act
    assert first is not None
    top.act(text="take 1")
    while top.table.to_act != first:
        top.act(text=top.legal()[0])
    timeline = story_of(top)
    own, *others = timeline.decisions[1:]
    news = timeline.news(Viewer(top.table, own=(first,)))
    assert news.before.tobytes() == timeline.states[own.begin].tobytes()
    assert news.after.tobytes() == timeline.states[own.end].tobytes()
    assert [(played.seat, list(played.actions)) for played in news.played] == [
        (item.seat, timeline.actions[item.begin : item.end]) for item in others
    ]
    for watching in (Viewer(top.table), Viewer(top.table, past=top.table.state, ply=timeline.decisions[-1].end)):
        assert [played.seat for played in timeline.news(watching).played] == [timeline.decisions[-1].seat]


def test_before_ones_first_decision_no_card_is_new() -> None:
    top = lay("thebes")
    news = story_of(top).news(Viewer(top.table, own=(0,)))
    assert news.before.tobytes() == news.after.tobytes() == top.table.state
    assert not news.played


def test_what_matters_most_is_told_first() -> None:
    lines = [LogLine(1, [text], text, "", 0, weight) for text, weight in (("book", 1), ("dig", 2), ("car", 1))]
    first = page.weightiest(lines)
    assert first
    assert first.short == "dig"
    latest = page.weightiest([lines[0], lines[2]])
    assert latest
    assert latest.short == "car"
    assert page.weightiest([]) is None


def test_the_tab_does_not_tell_the_result_while_one_looks_back() -> None:
    top = lay("thebes")
    top.act(text="take 1")
    assert headline(Viewer(top.table, past=top.table.state)) == "An earlier position"


def test_the_log_credits_everything_to_who_had_the_seat_then() -> None:
    top = lay("thebes", [person(ANN), person(BO), Seat("person", "cy", "Cy")])
    first = top.table.to_act
    assert first is not None
    gone, name = top.table.seats[first].person, top.table.seats[first].name
    top.act(text="take 1")
    top.do(commands.resign, gone, None)
    timeline = story_of(top)
    other = next(seat for seat in range(3) if seat != first)
    viewer = Viewer(top.table, (other,), False, top.table.seats[other].person)
    lines = page.log(page_of("thebes"), viewer, timeline)["lines"]
    said = [sentence for line in reversed(lines) for sentence in line.sentences]
    assert said[0] == f"<b>{name}</b> began."
    assert [sentence for sentence in said if "Belzoni (for" in sentence] == []


def test_who_came_back_is_spoken_to_about_what_they_did_before() -> None:
    top = lay("thebes", bank=60_000)
    first = top.table.to_act
    assert first is not None
    who = top.table.seats[first].person
    top.act(text="take 1")
    while top.table.to_act != first:
        top.act(text=top.legal()[0])
    top.do(commands.run_out)
    top.do(commands.add_time, ANN if who == BO else BO, first, 5)
    top.do(commands.come_back, who, who.title())
    viewer = Viewer(top.table, (first,), False, who)
    own = next(each for each in story_of(top).decisions if each.seat == first)
    assert page.line(page_of("thebes"), viewer, story_of(top), own).sentences[0].startswith("<b>You</b>")
