"""What may happen at a table, and what its log makes of it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.chance import commitment, fair_key, fair_place
from digsite.core.record import End, from_dict
from digsite.core.registry import load
from digsite.core.verify import verify
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.serializers import event_of, public, table_view
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import DAY, Seat
from tests.server.tabletop import ANN, BO, CY, SEED, Tabletop, lay, person


def until(top: Tabletop, begins: str) -> str:
    """Play on until an action beginning so may be chosen; that action."""
    while True:
        found = [text for text in top.legal() if text.startswith(begins)]
        if found:
            return found[0]
        top.act()


# Before the start


def test_a_commitment_is_told_before_anybody_sits_down_and_the_seed_at_the_end() -> None:
    top = lay(seats=[Seat("open"), Seat("open")], start=False)
    view = table_view(top.table, None)
    assert view["chance"] == {"commitment": commitment(SEED)}
    top.do(commands.sit, ANN, "Ann", 0, "luck")
    top.do(commands.sit, BO, "Bo", 1, "é")
    assert table_view(top.table, ANN)["chance"] == {"commitment": commitment(SEED)}
    top.do(commands.start, ANN)
    assert table_view(top.table, None)["chance"] == {"commitment": commitment(SEED), "words": ["luck", "é"]}
    top.do(commands.resign, BO, None)
    assert table_view(top.table, None)["chance"]["seed"] == SEED.hex()


def test_the_first_draw_is_the_one_the_seed_and_the_words_give() -> None:
    top = lay("thebes", seats=[Seat("open"), Seat("open")], start=False)
    top.do(commands.sit, ANN, "Ann", 0, "Ann")
    top.do(commands.sit, BO, "Bo", 1, "é")
    top.do(commands.start, ANN)
    key = fair_key(SEED, ["Ann", "é"])
    assert key.hex() == "65288c5cfa4a21be7088b8bd51a9f9a044250dbfb8411b92081b01cdb231f35f"
    assert top.moves[0].text == f"marker {fair_place(key, 0, [1, 1])}"


def test_a_lucky_word_is_not_told_before_the_start() -> None:
    top = lay(seats=[Seat("open"), Seat("open")], start=False)
    top.do(commands.sit, ANN, "Ann", 0, "secret luck")
    event = event_of(top.table, top.log[-1])
    assert "secret luck" not in str(public(event))
    assert "secret luck" not in str(table_view(top.table, BO))


@pytest.mark.parametrize(
    ("word", "reason"), [("a\nb", "control character"), ("x" * 101, "longer"), ("\u2028", "line break")]
)
def test_a_lucky_word_is_one_line_of_a_hundred_characters(word: str, reason: str) -> None:
    top = lay(seats=[Seat("open"), Seat("open")], start=False)
    refusal = top.refused(commands.sit, ANN, "Ann", 0, word)
    assert refusal.status == 422
    assert reason in str(refusal)


def test_until_the_start_one_may_change_the_word_of_ones_own_seat_only() -> None:
    top = lay(start=False)
    top.do(commands.sit, ANN, "Ann", 0, "first")
    top.do(commands.sit, ANN, "Ann", 0, "second")
    assert top.table.words == ["second", ""]
    assert top.refused(commands.sit, ANN, "Ann", 1, "mine").status == 409
    top.do(commands.start, ANN)
    assert top.refused(commands.sit, ANN, "Ann", 0, "third").status == 409


def test_nobody_starts_with_an_open_seat_or_from_outside_or_twice() -> None:
    top = lay(seats=[person(ANN), Seat("open")], start=False)
    assert top.refused(commands.start, ANN).code == "open seats"
    assert top.refused(commands.start, CY).status == 403
    top.do(commands.seat_bot, ANN, 1, "novice")
    top.do(commands.start, ANN)
    assert top.refused(commands.start, ANN).code == "started"


def test_only_the_host_seats_bots_and_empties_seats_of_others() -> None:
    top = lay(seats=[person(ANN), person(BO), Seat("open")], start=False)
    assert top.refused(commands.seat_bot, BO, 2, "novice").status == 403
    assert top.refused(commands.leave, BO, 0).status == 403
    top.do(commands.leave, BO, 1)
    top.do(commands.sit, CY, "Cy", 1, "")
    top.do(commands.leave, ANN, 1)
    assert [seat.kind for seat in top.table.seats] == ["person", "open", "open"]


@pytest.mark.parametrize("bot", ["nobody", "novice:2s", "master:11s", "master:200000sims", "master:0s", ""])
def test_only_bots_there_are_sit_down_and_none_that_thinks_for_ever(bot: str) -> None:
    top = lay(seats=[person(ANN), Seat("open")], start=False)
    assert top.refused(commands.seat_bot, ANN, 1, bot).status == 422


def test_a_practice_table_is_for_one_person_and_tells_no_chance() -> None:
    with pytest.raises(Refused, match="one person"):
        lay(seats=[person(ANN), Seat("open")], practice=True)
    top = lay(seats=[person(ANN), Seat("bot", bot="novice")], practice=True)
    assert "chance" not in table_view(top.table, ANN)
    assert top.table.record(top.moves).chance is None


# Playing


def test_only_the_player_to_act_acts() -> None:
    top = lay()
    actor, other = (ANN, BO) if top.table.to_act == 0 else (BO, ANN)
    for stranger in (other, CY, commands.BOT):
        assert top.refused(commands.act, stranger, top.legal()[0], 0).status == 403
    top.act(actor)


def test_a_person_does_not_act_for_a_bot_nor_a_bot_for_a_person() -> None:
    top = lay(seats=[Seat("bot", bot="novice"), Seat("bot", bot="novice")])
    assert top.refused(commands.act, ANN, top.legal()[0], 0).status == 403
    top.act(commands.BOT)


def test_what_is_no_action_or_not_allowed_is_refused_with_its_reason() -> None:
    top = lay("thebes")
    assert top.table.actor
    assert top.refused(commands.act, top.table.actor.person, "jump", 0).code == "no action"
    refusal = top.refused(commands.act, top.table.actor.person, "exhibit a", 0)
    assert refusal.code == "not allowed"
    assert str(refusal)[:1] == "T"
    assert top.refused(commands.act, top.table.actor.person, "card 3", 0).status == 422


def test_what_chance_brings_is_drawn_at_once() -> None:
    top = lay("thebes")
    top.do(commands.act, top.table.seats[top.table.to_act or 0].person, "take 1", 0)
    assert [move.seat is None for move in top.moves[-2:]] == [False, True]
    assert top.moves[-1].text.startswith("card ")
    assert top.table.ply == len(top.moves)


def test_one_person_may_hold_several_seats() -> None:
    top = lay(seats=[person(ANN), person(ANN)])
    for _ in range(6):
        top.act(ANN)
    assert top.table.legal(ANN) == top.legal()
    assert top.table.legal(BO) == []


# Taking back


def test_what_revealed_nothing_is_taken_back_step_by_step() -> None:
    top = lay()
    before = top.table.state
    actor = top.table.actor
    assert actor
    top.act(text=top.legal()[0])
    middle = top.table.state
    if top.table.actor == actor:
        top.act(text=top.legal()[0])
        top.undo(actor.person)
        assert top.table.state == middle
    top.undo(actor.person)
    assert top.table.state == before
    assert top.refused(commands.undo, actor.person, None, 0).status == 409


def test_a_draw_is_never_taken_back() -> None:
    top = lay("thebes")
    actor = top.table.actor
    assert actor
    top.act(text="take 1")
    refusal = top.refused(commands.undo, actor.person, None, 0)
    assert refusal.status == 409
    assert "drawn" in str(refusal)


def test_nothing_is_taken_back_once_another_player_has_decided() -> None:
    top = lay()
    first = top.table.actor
    assert first
    while top.table.actor == first:
        top.act(text=top.legal()[0])
    second = top.table.actor
    assert second
    assert top.refused(commands.undo, second.person, None, 0).status == 409
    top.act(text=top.legal()[0])
    refusal = top.refused(commands.undo, first.person, None, 0)
    assert "has moved since" in str(refusal)
    top.undo(second.person)
    assert top.table.actor == second


def test_watchers_and_tables_without_undo_take_nothing_back() -> None:
    top = lay(undo=False)
    top.act(text=top.legal()[0])
    assert top.refused(commands.undo, CY, None, 0).status == 403
    assert top.refused(commands.undo, ANN, None, 0).code == "no undo"


def test_at_a_practice_table_one_goes_back_to_any_decision_and_the_same_is_drawn() -> None:
    top = lay("thebes", seats=[person(ANN), Seat("bot", bot="novice")], practice=True)
    while top.table.to_act != 0:
        top.act(commands.BOT)
    start, state, text = top.table.ply, top.table.state, top.legal()[-1]
    top.act(text=text)
    first = top.moves[start:]
    while len(top.moves) < 60:
        top.act(top.table.actor.person if top.table.actor else "")
    top.undo(ANN, start)
    assert (top.table.ply, top.table.state) == (start, state)
    top.act(text=text)
    assert top.moves[start:] == first


# Giving up


def test_with_two_players_resigning_ends_the_game_and_the_other_wins() -> None:
    top = lay()
    top.do(commands.resign, ANN, None)
    assert top.table.status == "over"
    assert top.table.end == End("resigned", 0)
    assert table_view(top.table, None)["winners"] == [1]
    assert top.refused(commands.act, BO, "pass", 0).code == "over"


@pytest.mark.parametrize(("stand_in", "kind"), [("scholar", "bot"), ("open", "open")])
def test_with_more_players_the_seat_goes_to_a_bot_or_somebody_invited(stand_in: str, kind: str) -> None:
    top = lay(seats=[person(ANN), person(BO), person(CY)], stand_in=stand_in)
    top.do(commands.resign, CY, None)
    assert top.table.status == "playing"
    assert top.table.seats[2].kind == kind
    if kind == "open":
        top.do(commands.sit, "dee", "Dee", 2, "")
        assert top.table.seats_of("dee") == [2]


def test_a_game_is_abandoned_when_every_person_agrees() -> None:
    top = lay(seats=[person(ANN), Seat("bot", bot="novice"), person(BO)])
    top.do(commands.abandon, ANN, True)
    assert top.table.status == "playing"
    top.do(commands.abandon, ANN, False)
    top.do(commands.abandon, BO, True)
    assert top.table.status == "playing"
    top.do(commands.abandon, ANN, True)
    assert top.table.end == End("abandoned")
    assert table_view(top.table, None)["winners"] == []
    assert top.refused(commands.abandon, CY, True).status == 403


def test_the_same_vote_twice_is_no_vote() -> None:
    top = lay()
    assert top.refused(commands.abandon, ANN, False).code == "said already"
    top.do(commands.abandon, ANN, True)
    assert top.refused(commands.abandon, ANN, True).code == "said already"


def test_who_plays_on_takes_back_the_offer_to_abandon() -> None:
    top = lay()
    assert top.table.actor
    top.do(commands.abandon, top.table.actor.person, True)
    seat = top.table.to_act or 0
    top.act()
    assert not top.table.seats[seat].wants_end


# Clocks


def test_a_turn_costs_its_time_and_brings_the_increment() -> None:
    top = lay(bank=60_000, increment=5_000)
    seat = top.table.to_act
    assert seat is not None
    top.act(thinking=7_000)
    while top.table.to_act == seat:
        top.act(thinking=0)
    assert top.table.seats[seat].bank == 60_000 - 7_000 + 5_000
    assert top.table.time_left() == 60_000


def test_taking_back_gives_no_time_back() -> None:
    top = lay(bank=60_000, increment=0)
    seat, actor = top.table.to_act, top.table.actor
    assert seat is not None
    assert actor
    top.act(text=top.legal()[0], thinking=9_000)
    top.do(commands.undo, actor.person, None, 1_000)
    assert sum(one.bank for one in top.table.seats) == 120_000 - 10_000


def test_who_takes_back_pays_for_the_time_of_the_other() -> None:
    top = lay(bank=60_000)
    first = top.table.to_act
    assert first is not None
    while top.table.to_act == first:
        top.act(text=top.legal()[0])
    top.do(commands.undo, top.table.seats[first].person, None, 5_000)
    assert [seat.bank for seat in top.table.seats][1 - first] == 60_000
    assert top.table.seats[first].bank == 60_000 - 5_000


@pytest.mark.parametrize(("on_timeout", "status"), [("stand in", "playing"), ("end", "over")])
def test_who_runs_out_of_time_is_replaced_or_has_lost(on_timeout: str, status: str) -> None:
    top = lay(bank=60_000, on_timeout=on_timeout)
    seat = top.table.to_act
    top.do(commands.run_out)
    assert top.table.status == status
    if status == "over":
        assert top.table.end == End("timeout", seat)
    else:
        assert top.table.seats[seat or 0].kind == "bot"


def test_correspondence_gives_days_for_each_turn() -> None:
    top = lay(pace="correspondence", days=3)
    assert top.table.time_left() == 3 * DAY


def test_without_a_clock_a_player_who_lets_others_wait_very_long_is_absent() -> None:
    top = lay(seats=[person(ANN), person(BO)])
    actor, other = (0, 1) if top.table.to_act == 0 else (1, 0)
    waiting = top.table.seats[other].person
    long = commands.PATIENCE["live"]
    assert top.refused(commands.kick, waiting, actor, long - 1).code == "not absent"
    assert top.refused(commands.kick, CY, actor, long).status == 403
    assert top.refused(commands.kick, waiting, other, long).code == "not absent"
    top.do(commands.kick, waiting, actor, long)
    assert top.table.seats[actor].kind == "bot"


# Rules that change


def test_a_game_of_other_rules_is_shown_but_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    top = lay()
    monkeypatch.setattr(load("mykerinos"), "version", 2)
    assert top.refused(commands.act, ANN, "pass", 0).code == "other rules"
    view = table_view(top.table, ANN)
    assert (view["status"], view["to_act"], view["legal"], view["view"], view["outdated"]) == (
        "playing",
        None,
        [],
        None,
        True,
    )
    assert top.table.record(top.moves).rules == 1
    top.do(commands.abandon, ANN, True)
    top.do(commands.abandon, BO, True)
    assert top.table.status == "over"
    from_dict(top.table.record(top.moves).as_dict())


# Everything at random


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_log_makes_the_same_table_again_whatever_happens(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(["thebes", "mykerinos"]))
    seats = [person(ANN), person(BO), Seat("bot", bot="novice"), person(ANN)][: data.draw(st.integers(2, 4))]
    practice = all(seat.person != BO for seat in seats)
    bank = data.draw(st.sampled_from([0, 60_000]))
    top = lay(game, seats, bank=bank, increment=2_000, practice=practice)
    revealed = {ply for ply, move in enumerate(top.moves) if move.seat is None}
    for _ in range(data.draw(st.integers(1, 40))):
        if top.table.status == "over":
            break
        top.now += 500
        what = data.draw(st.sampled_from(["act"] * 6 + ["undo", "abandon", "resign"]))
        who = data.draw(st.sampled_from([ANN, BO, CY]))
        version, line = top.table.version, list(top.moves)
        try:
            if what == "act" and top.table.actor:
                actor = top.table.actor
                top.act(actor.person, data.draw(st.sampled_from(top.legal())), data.draw(st.integers(0, 3_000)))
                revealed |= {ply for ply in range(len(line), len(top.moves)) if top.moves[ply].seat is None}
            elif what == "undo":
                top.undo(who)
                assert practice or not [ply for ply in revealed if ply >= len(top.moves)]
                assert line[: len(top.moves)] == top.moves
                assert {move.seat for move in line[len(top.moves) :]} <= set(range(len(seats)))
            elif what == "abandon":
                top.do(commands.abandon, who, data.draw(st.booleans()))
            else:
                top.do(commands.resign, who, None)
        except Refused:
            assert (top.table.version, top.moves) == (version, line)
        else:
            assert top.table.version == version + (what != "act" or bool(top.table.state))
        assert top.table.ply == len(top.moves)
    again = top.refold()
    assert again == top.table
    kept = top.table
    assert restore("table", kept.version, kept.status, SEED, kept.state, snapshot(kept)) == kept
    record = top.table.drawn_record(top.moves)
    assert record
    verify(load(game), replace(record))
