"""The API as outside programs rely on it."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from digsite.core.chance import commitment
from digsite.core.record import from_dict
from digsite.core.registry import load
from digsite.core.verify import verify
from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import ME, OPEN, Client, Json, become_guest, bot, play_out
from tests.server.databases import new_postgres
from tests.server.serving import serving

Guests = Callable[[str], Client]


@pytest.mark.parametrize("game", ["thebes", "mykerinos"])
def test_a_whole_game_of_two_people_and_its_record(guest: Guests, game: str) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    opened = ann.post("/api/tables", {"game": game, "seats": [ME, OPEN]}).json()
    id = opened["id"]
    assert opened["status"] == "open"
    assert (opened["view"], opened["score"], opened["legal"], opened["to_act"]) == (None, None, [], None)
    assert list(opened["chance"]) == ["commitment"]
    assert ann.sit(id, 0, word="Ann").status_code == 200
    assert bo.sit(id, 1, word="é").status_code == 200
    started = ann.start(id).json()
    assert started["status"] == "playing"
    assert started["chance"] == {"commitment": opened["chance"]["commitment"], "words": ["Ann", "é"]}
    over = play_out(id, ann, bo)
    assert commitment(bytes.fromhex(over["chance"]["seed"])) == opened["chance"]["commitment"]
    raw = ann.get(f"/api/tables/{id}/record").json()
    record = from_dict(raw)
    assert record.names == ["Ann", "Bo"]
    assert record.winners == over["winners"]
    assert record.scores == [part["total"] for part in over["score"]]
    assert verify(load(game), record) == ann.post("/api/verify", raw).json()["draws"]
    kept = ann.post("/api/records", raw)
    assert kept.status_code == 201
    assert bo.get(f"/api/records/{kept.json()['id']}").json() == raw


def test_an_answer_tells_the_action_and_what_chance_brought(guest: Guests) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME, game="thebes")
    before = ann.start(id).json()
    sent = {"action": "take 1", "version": before["version"], "id": "one"}
    answer = ann.post(f"/api/tables/{id}/actions", sent).json()
    assert (answer["version"], answer["action"], answer["seat"]) == (before["version"] + 1, "take 1", before["to_act"])
    assert answer["ply"] == before["ply"] + 1 + len(answer["draws"])
    assert answer["draws"][0].startswith("card ")
    assert ann.post(f"/api/tables/{id}/actions", sent).json() == answer


def test_a_stale_answer_gets_the_table_as_it_is(guest: Guests) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME)
    version = ann.start(id).json()["version"]
    assert ann.act(id).status_code == 200
    late = ann.act(id, version=version)
    assert late.status_code == 409
    assert late.headers["content-type"] == "application/problem+json"
    assert late.json()["table"] == ann.table(id)
    assert late.json()["code"] == "stale"


def test_what_leaves_the_position_alone_outruns_no_action(guest: Guests) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    id = ann.open_table(ME, OPEN)
    bo.sit(id)
    version = ann.start(id).json()["version"]
    actor, other = (ann, bo) if ann.table(id)["legal"] else (bo, ann)
    assert other.post(f"/api/tables/{id}/abandon", {}).status_code == 200
    assert actor.act(id, version=version).status_code == 200
    assert actor.act(id, "pass", version=version).status_code == 409


def test_of_many_who_race_exactly_one_wins(guest: Guests) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME)
    version = ann.start(id).json()["version"]
    action, answers = ann.table(id)["legal"][0], list[int]()

    def send(number: int) -> None:
        sent = {"action": action, "version": version, "id": f"racer-{number}"}
        answers.append(ann.post(f"/api/tables/{id}/actions", sent).status_code)

    racers = [threading.Thread(target=send, args=[number]) for number in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answers) == [200] + [409] * 7
    assert ann.table(id)["version"] == version + 1


def test_an_illegal_action_names_the_rule(guest: Guests) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME, game="thebes")
    ann.start(id)
    refused = ann.act(id, "exhibit a")
    assert (refused.status_code, refused.json()["code"]) == (422, "not allowed")
    assert refused.json()["detail"].startswith("T")
    assert ann.act(id, "jump").json()["code"] == "no action"


def test_a_resigned_seat_a_rematch_and_an_undo(guest: Guests) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    id = ann.open_table(ME, OPEN)
    bo.sit(id)
    ann.start(id)
    actor = ann if ann.table(id)["legal"] else bo
    before = ann.table(id)
    actor.act(id, before["legal"][0] if actor is ann else bo.table(id)["legal"][0])
    undone = actor.post(f"/api/tables/{id}/undo", {})
    assert undone.status_code == 200
    assert ann.table(id)["view"] == before["view"]
    assert actor.post(f"/api/tables/{id}/undo", {}).status_code == 409
    assert bo.post(f"/api/tables/{id}/resign", {}).status_code == 200
    assert ann.table(id)["winners"] == [0]
    first = ann.post(f"/api/tables/{id}/rematch").json()
    assert [seat["kind"] for seat in first["seats"]] == ["person", "open"]
    assert guest("Cy").sit(first["id"]).status_code == 409
    second = bo.post(f"/api/tables/{id}/rematch").json()
    assert second["id"] == first["id"]
    assert [seat["name"] for seat in second["seats"]] == ["Ann", "Bo"]
    assert second["chance"]["commitment"] != ann.table(id)["chance"]["commitment"]


def test_practice_goes_back_freely_and_proves_nothing(guest: Guests) -> None:
    ann = guest("Ann")
    tables = [ann.open_table(ME, ME, game="thebes", practice=True, seed="again") for _ in range(2)]
    shown = [ann.start(id).json()["view"] for id in tables]
    assert shown[0] == shown[1]
    id = tables[0]
    assert "chance" not in ann.table(id)
    for _ in range(3):
        ann.act(id)
    assert len(ann.table(id)["undo"]) == 3
    for _ in range(3):
        assert ann.post(f"/api/tables/{id}/undo", {}).status_code == 200
    assert ann.table(id)["view"] == shown[0]
    assert "chance" not in ann.get(f"/api/tables/{id}/record").json()
    refused = ann.post("/api/tables", {"game": "thebes", "seats": [ME, ME], "seed": "mine"})
    assert refused.status_code == 422


def test_a_personal_link_moves_somebody_to_another_device_once(guest: Guests, stranger: Client) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME)
    secret = ann.post("/api/me/link").json()["secret"]
    moved = stranger.post("/api/links", {"secret": secret})
    there = Client(stranger.http, {"Authorization": f"Bearer {moved.json()['token']}"})
    assert there.get("/api/me").json() == ann.get("/api/me").json()
    assert there.start(id).status_code == 200
    assert stranger.post("/api/links", {"secret": secret}).status_code == 404


def test_tokens_are_listed_without_their_text_and_end_when_deleted(guest: Guests) -> None:
    ann = guest("Ann")
    made = ann.post("/api/me/tokens", {"label": "my bot"}).json()
    program = Client(ann.http, {"Authorization": f"Bearer {made['token']}"})
    assert program.get("/api/me").status_code == 200
    assert made["token"] not in ann.get("/api/me/tokens").text
    assert ann.send("DELETE", f"/api/me/tokens/{made['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


def test_public_tables_are_found_and_others_are_not(guest: Guests, stranger: Client) -> None:
    ann = guest("Ann")
    public, hidden = ann.open_table(visibility="public", name="Come in"), ann.open_table()
    found = stranger.get("/api/tables").json()
    assert [row["id"] for row in found] == [public]
    assert {row["id"] for row in ann.get("/api/me/tables").json()} == {public, hidden}


def events(
    url: str, last: int | None = None, until: int = 10**9, headers: Json | None = None
) -> list[tuple[int, Json]]:
    """What a stream brings until a version; each id with its data."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    found = list[tuple[int, Json]]()
    with httpx.stream("GET", url, headers=headers, timeout=20) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        id = 0
        for line in stream.iter_lines():
            if line.startswith("id: "):
                id = int(line[4:])
            elif line.startswith("data: ") and id:
                found.append((id, json.loads(line[6:])))
                if id >= until:
                    break
    return found


def test_a_stream_goes_on_where_it_was_left_also_across_an_undo(app: FastAPI) -> None:
    with serving(app) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        ann = become_guest(http, "Ann")
        id = ann.open_table(ME, ME)
        ann.start(id)
        ann.act(id, ann.table(id)["legal"][0])
        assert ann.post(f"/api/tables/{id}/undo", {}).status_code == 200
        for _ in range(3):
            ann.act(id)
        version = ann.table(id)["version"]
        url = f"http://127.0.0.1:{port}/api/tables/{id}/events"
        for last in range(1, version):
            heard = events(url, last, version)
            assert [each[0] for each in heard] == list(range(last + 1, version + 1))
            assert all(event["version"] == each and "ply" in event for each, event in heard)
        assert events(url, None, version)[0][1]["version"] == version
        assert "undone" in {event["kind"] for _, event in events(url, 1, version)}


def test_bots_play_at_a_table_while_people_watch(guest: Guests, stranger: Client) -> None:
    ann = guest("Ann")
    id = ann.open_table(*[bot("novice")] * 4, game="thebes", pause=0)
    assert ann.start(id).status_code == 200
    while stranger.table(id)["status"] != "over":
        pass
    record = from_dict(stranger.get(f"/api/tables/{id}/record").json())
    assert verify(load("thebes"), record)


def test_a_whole_game_on_postgresql(settings: Settings) -> None:
    app = create_app(replace(settings, db=new_postgres()))
    with TestClient(app, base_url="http://localhost") as http:
        ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
        id = ann.open_table(ME, OPEN, bot("novice"))
        bo.sit(id)
        ann.start(id)
        play_out(id, ann, bo)
        assert ann.post("/api/verify", ann.get(f"/api/tables/{id}/record").json()).json()["true"]
