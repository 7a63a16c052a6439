"""Tables brought to a known position by the API: the same seed words and the same dice, the same game."""

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse

TableView = dict[str, Any]  # a table as the API tells it
Until = Callable[[TableView], bool]
BOT = {"kind": "bot", "bot": "novice"}
ME = {"kind": "me"}
FRIEND = {"kind": "open"}
DIGS, EXTENDS = 0.4, 0.7  # how likely somebody digs or extends who could
GOOD_DIGS = ("5", "6", "7", "8")


def answered(response: APIResponse) -> Any:
    assert response.ok, response.text()
    return response.json()


def become_guest(api: APIRequestContext, name: str) -> None:
    """A guest whose cookie the browser has from now on."""
    token = answered(api.post("/api/guests", data={"name": name}))["token"]
    link = answered(api.post("/api/me/link", headers={"Authorization": f"Bearer {token}"}))
    assert api.post(link["path"]).ok


class Seated:
    """Somebody with a cookie at a table, who plays by the API."""

    def __init__(self, api: APIRequestContext, game: str, seats: list[dict[str, str]], seed: str = "", **more: Any):
        self.api, self.game, self.dice = api, game, random.Random(seed)
        self.practice = {"practice": True, "seed": seed} if seed else {}
        wish = {"game": game, "seats": seats, **self.practice, **more}
        self.id: str = answered(api.post("/api/tables", data=wish))["id"]
        self.dug = self.found = 0  # the ply of the latest dig, and how many finds it brought

    @property
    def path(self) -> str:
        return f"/t/{self.id}"

    @property
    def view(self) -> TableView:
        view: TableView = answered(self.api.get(f"/api/tables/{self.id}"))
        return view

    def start(self) -> "Seated":
        answered(self.api.post(f"/api/tables/{self.id}/start", data={}))
        return self

    def now(self) -> TableView:
        """The table once it is the player's turn, or over."""
        deadline = time.monotonic() + 60
        while not (view := self.view)["legal"] and view["status"] != "over":
            assert time.monotonic() < deadline, "the bots never move"
            time.sleep(0.01)
        return view

    def act(self, action: str, view: TableView) -> None:
        move = {"action": action, "version": view["version"], "id": f"{action.split()[0]}-{view['ply']}"}
        event = answered(self.api.post(f"/api/tables/{self.id}/actions", data=move))
        if action.startswith("dig"):
            self.dug = event["ply"] - len(event["draws"]) - 1
            self.found = sum(not draw.startswith("sand") for draw in event["draws"])

    def play(self, until: Until) -> "Seated":
        """Plays on by dice, until that is so."""
        while not until(view := self.now()):
            assert view["status"] == "playing", "the game ended before what was waited for"
            self.act(CHOOSES[self.game](view["legal"], self.dice), view)
        return self

    def act_by_dice(self) -> None:
        view = self.view
        self.act(CHOOSES[self.game](view["legal"], self.dice), view)

    @property
    def legal(self) -> list[str]:
        found: list[str] = self.now()["legal"]
        return found

    def first(self, kind: str, using: str = "") -> str:
        """The first action of a kind that may be done now."""
        return next(action for action in self.legal if action.startswith(kind) and using in action)


class Friend:
    """Somebody else, who takes another seat of a table and plays there by dice."""

    def __init__(self, api: APIRequestContext, name: str, table: Seated, seat: int = 1) -> None:
        token = answered(api.post("/api/guests", data={"name": name}))["token"]
        self.api, self.table, self.headers = api, table, {"Authorization": f"Bearer {token}"}
        self.post(f"seats/{seat}")

    def post(self, what: str, **sent: Any) -> Any:
        return answered(self.api.post(f"/api/tables/{self.table.id}/{what}", headers=self.headers, data=sent))

    @property
    def view(self) -> TableView:
        view: TableView = answered(self.api.get(f"/api/tables/{self.table.id}", headers=self.headers))
        return view

    def act(self) -> None:
        view = self.view
        action = CHOOSES[self.table.game](view["legal"], self.table.dice)
        self.post("actions", action=action, version=view["version"], id=f"friend-{view['ply']}")

    def begin(self) -> None:
        """Play on until it is this one's turn."""
        while not self.view["legal"]:
            self.table.act_by_dice()

    def follow(self) -> None:
        """Play on until it is not this one's turn."""
        while self.view["legal"]:
            self.act()


class Tables(ABC):
    """Tables of one game, of one person, and where their pages are."""

    game: str

    @cached_property
    @abstractmethod
    def midway(self) -> Seated:
        """The player's own move, with much to choose from."""

    @cached_property
    @abstractmethod
    def ended(self) -> Seated:
        """A game that is over."""

    def __init__(self, api: APIRequestContext) -> None:
        self.api = api

    def new(self, seed: str, bots: int = 1, **more: Any) -> Seated:
        return Seated(self.api, self.game, [ME, *[BOT] * bots], seed, **more).start()

    def with_friend(self, **terms: Any) -> tuple[Seated, Friend]:
        table = Seated(self.api, self.game, [ME, FRIEND], **terms)
        friend = Friend(self.api, "Zoe", table)
        return table.start(), friend

    @cached_property
    def plan(self) -> str:
        """Something chosen while a friend is to move."""
        table, friend = self.with_friend()
        friend.begin()
        return f"{table.path}?choose={self.planned(friend.view['legal'])}"

    @abstractmethod
    def planned(self, legal: list[str]) -> str:
        """What to choose of what is possible in a first turn."""

    @cached_property
    def lobby(self) -> str:
        return Seated(self.api, self.game, [ME, FRIEND, BOT]).path

    @property
    def table(self) -> str:
        return self.midway.path

    @property
    def hint(self) -> str:
        return f"{self.table}?hint"

    @property
    def end(self) -> str:
        return self.ended.path

    @property
    def replay(self) -> str:
        return f"{self.end}?ply=90"


def chooses_in_thebes(legal: list[str], dice: random.Random) -> str:
    """Reads and digs, and leaves exhibitions for later."""
    digs = [action for action in legal if action.startswith("dig") and action.split()[2] in GOOD_DIGS]
    cards = [action for action in legal if action.startswith("take")]
    return dice.choice(digs if digs and dice.random() < DIGS else cards or legal)


def chooses_in_mykerinos(legal: list[str], dice: random.Random) -> str:
    """Extends and starts as long as there is anybody to place, and leaves patrons for later."""
    digs, others = ([action for action in legal if action.startswith(kind)] for kind in ("extend", "start"))
    return dice.choice(digs if digs and dice.random() < EXTENDS else others or legal)


CHOOSES = {"thebes": chooses_in_thebes, "mykerinos": chooses_in_mykerinos}


def over(view: TableView) -> bool:
    return bool(view["status"] == "over")


def week(number: int) -> Until:
    """Whether the player to act has come so far, of 157 weeks when two play."""
    return lambda view: over(view) or view["view"]["players"][view["to_act"]]["time"] >= number


def round_of(number: int) -> Until:
    """Whether this round of Mykerinos is played, or a later one."""
    return lambda view: bool(view["view"]["round"] >= number)


def few_are_left(archaeologists: int) -> Until:
    """Whether the player to act has no more of them, in the last round of Mykerinos."""
    return lambda view: view["view"]["round"] == 4 and view["view"]["players"][view["to_act"]]["pool"] <= archaeologists


def may(*kinds: str) -> Until:
    """Whether all these kinds of action are possible."""
    return lambda view: all(any(action.startswith(kind) for action in view["legal"]) for kind in kinds)


def both(one: Until, other: Until) -> Until:
    return lambda view: one(view) and other(view)
