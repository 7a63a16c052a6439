"""Seats are their own players': nobody acts, undoes or resigns for another."""

from digsite.server import store as kept
from tests.server.asked import an_action
from tests.server.clients import ME, OPEN, bot, play_out
from tests.server.house import House, house

__all__ = ["house"]


def test_nobody_acts_for_a_bot(house: House) -> None:
    table = house.ann.open_table(ME, bot(), pause=10_000)
    house.ann.start(table)
    while house.ann.table(table)["to_act"] == 0:
        house.ann.act(table)
    told = house.service.store.now(lambda c: kept.load(c, table))
    assert told
    legal = told.game.text(told.position, int(told.game.legal(told.position)[0]))
    before = house.log(table)
    for client in (house.ann, house.bo, house.di):
        assert client.act(table, legal).status_code == 403
        assert client.post(f"/api/tables/{table}/resign", {"seat": 1}).status_code == 403
        assert client.post(f"/api/tables/{table}/seats/1", {}).status_code == 409
    assert house.log(table) == before


def test_one_player_neither_undoes_nor_resigns_nor_abandons_for_another(house: House) -> None:
    table = house.with_something_to_undo()
    actor, other = house.who("actor", table), house.who("other", table)
    seat = next(i for i, seat in enumerate(actor.table(table)["seats"]) if seat["you"])
    ply = actor.table(table)["undo"][-1]
    before = house.log(table)
    assert other.post(f"/api/tables/{table}/undo", {"ply": ply}).status_code == 409
    assert other.post(f"/api/tables/{table}/resign", {"seat": seat}).status_code == 403
    assert house.log(table) == before
    assert other.post(f"/api/tables/{table}/abandon").status_code == 200
    told = actor.table(table)
    assert told["status"] == "playing"
    assert [chair["wants_end"] for chair in told["seats"]] == [i != seat for i in range(2)]


def test_one_person_plays_several_seats(house: House) -> None:
    table = house.ann.open_table(ME, ME)
    house.ann.start(table)
    seats: set[int] = set()
    over = play_out(table, house.ann, after=lambda: seats.add(house.ann.table(table)["to_act"]))
    assert over["status"] == "over"
    assert {0, 1} <= seats
    assert [seat["you"] for seat in over["seats"]] == [True, True]


def test_at_a_shared_screen_the_others_seats_stay_their_own(house: House) -> None:
    table = house.ann.open_table(ME, ME, OPEN)
    house.bo.sit(table, 2)
    house.ann.start(table)
    turns: set[str] = set()
    while len(turns) < 2:
        to_act = house.ann.table(table)["to_act"]
        holder, other = (house.bo, house.ann) if to_act == 2 else (house.ann, house.bo)
        action = holder.table(table)["legal"][0]
        assert other.act(table, action).status_code == 403
        assert holder.act(table, action).status_code == 200
        turns.add(holder.id)


def test_a_kept_seat_is_only_for_whom_it_is_kept(house: House) -> None:
    old = house.over()
    table = house.ann.post(f"/api/tables/{old}/rematch").json()["id"]
    assert house.di.sit(table, 1).status_code == 409
    assert house.bo.sit(table, 1).status_code == 200


def test_a_request_is_remembered_only_for_who_made_it(house: House) -> None:
    table = house.playing()
    action = an_action(house, table)
    actor, other = house.who("actor", table), house.who("other", table)
    path = f"/api/tables/{table}/actions"
    done = actor.post(path, action)
    assert actor.post(path, action).json() == done.json()
    assert other.post(path, action).status_code == 409
