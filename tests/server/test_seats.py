"""Seats are their own players': nobody acts, undoes or resigns for another."""

from digsite.server import table_store
from tests.server.api_requests import an_action
from tests.server.clients import ME, OPEN, bot, play_out
from tests.server.people_at_tables import Players, players

__all__ = ["players"]


def test_nobody_acts_for_a_bot(players: Players) -> None:
    table = players.ann.open_table(ME, bot(), pause=10_000)
    players.ann.start(table)
    while players.ann.table(table)["to_act"] == 0:
        players.ann.act(table)
    loaded = players.service.store.now(lambda c: table_store.load(c, table))
    assert loaded
    legal = loaded.game.text(loaded.position, int(loaded.game.legal(loaded.position)[0]))
    before = players.log(table)
    for client in (players.ann, players.bo, players.di):
        assert client.act(table, legal).status_code == 403
        assert client.post(f"/api/tables/{table}/resign", {"seat": 1}).status_code == 403
        assert client.post(f"/api/tables/{table}/seats/1", {}).status_code == 409
    assert players.log(table) == before


def test_one_player_neither_undoes_nor_resigns_nor_abandons_for_another(players: Players) -> None:
    table = players.with_something_to_undo()
    actor, other = players.who("actor", table), players.who("other", table)
    seat = next(i for i, seat in enumerate(actor.table(table)["seats"]) if seat["you"])
    ply = actor.table(table)["undo"][-1]
    before = players.log(table)
    assert other.post(f"/api/tables/{table}/undo", {"ply": ply}).status_code == 409
    assert other.post(f"/api/tables/{table}/resign", {"seat": seat}).status_code == 403
    assert players.log(table) == before
    assert other.post(f"/api/tables/{table}/abandon").status_code == 200
    view = actor.table(table)
    assert view["status"] == "playing"
    assert [chair["wants_end"] for chair in view["seats"]] == [i != seat for i in range(2)]


def test_one_person_plays_several_seats(players: Players) -> None:
    table = players.ann.open_table(ME, ME)
    players.ann.start(table)
    seats: set[int] = set()
    over = play_out(table, players.ann, after=lambda: seats.add(players.ann.table(table)["to_act"]))
    assert over["status"] == "over"
    assert {0, 1} <= seats
    assert [seat["you"] for seat in over["seats"]] == [True, True]


def test_at_a_shared_screen_the_others_seats_stay_their_own(players: Players) -> None:
    table = players.ann.open_table(ME, ME, OPEN)
    players.bo.sit(table, 2)
    players.ann.start(table)
    turns: set[str] = set()
    while len(turns) < 2:
        to_act = players.ann.table(table)["to_act"]
        holder, other = (players.bo, players.ann) if to_act == 2 else (players.ann, players.bo)
        action = holder.table(table)["legal"][0]
        assert other.act(table, action).status_code == 403
        assert holder.act(table, action).status_code == 200
        turns.add(holder.id)


def test_a_kept_seat_is_only_for_whom_it_is_kept(players: Players) -> None:
    old = players.over()
    table = players.ann.post(f"/api/tables/{old}/rematch").json()["id"]
    assert players.di.sit(table, 1).status_code == 409
    assert players.bo.sit(table, 1).status_code == 200


def test_a_request_is_remembered_only_for_who_made_it(players: Players) -> None:
    table = players.playing()
    action = an_action(players, table)
    actor, other = players.who("actor", table), players.who("other", table)
    path = f"/api/tables/{table}/actions"
    done = actor.post(path, action)
    assert actor.post(path, action).json() == done.json()
    assert other.post(path, action).status_code == 409
