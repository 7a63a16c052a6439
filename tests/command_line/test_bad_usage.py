"""Bad arguments get one line and status 2."""

import pytest

from tests.programs import refusal_of

USAGE = {
    "there is no game 'chess'": ("simulate", "chess"),
    "thebes is played by 2 to 4, not by 5": ("simulate", "thebes", "--seats", "5"),
    "thebes is played by 2 to 4, not by -1": ("simulate", "thebes", "--seats", "-1"),
    "'--games'": ("simulate", "thebes", "--games", "-3"),
    "'--games': ": ("simulate", "thebes", "--games", "10000000000000000000000"),
    "'--games': Input": ("simulate", "thebes", "--games", "many"),
    "'--seed'": ("simulate", "thebes", "--seed", "-1"),
    "there is no bot 'genius'": ("simulate", "thebes", "--bot", "genius"),
    "files are too many": ("simulate", "thebes", "--games", "100000000", "--records", "x"),
    "No such command": ("dig",),
    "Missing argument": ("legal",),
    "No such option": ("verify", "--hard"),
    "there is no player 'cat'": ("play", "thebes", "--players", "cat,human"),
    "there is no player 'dog'": ("play", "thebes", "--against", "dog:2s"),
    "'fast' is not a budget": ("play", "thebes", "--against", "master:fast"),
    "novice does not search": ("play", "thebes", "--against", "novice:2s"),
    "--against and --players both say who plays": (
        "play",
        "thebes",
        "--against",
        "novice",
        "--players",
        "human,novice",
    ),
    "3 players are named, --seats says 2": ("play", "thebes", "--against", "novice,novice", "--seats", "2"),
    "mykerinos is played by 2 to 4, not by 5": ("play", "mykerinos", "--against", "novice,novice,novice,novice"),
    "--data: no such": ("simulate", "thebes", "--data", "nowhere.toml"),
}


@pytest.mark.parametrize(("message", "args"), USAGE.items())
def test_bad_usage_gets_one_line_and_status_2(message: str, args: tuple[str, ...]) -> None:
    line = refusal_of(*args)
    assert message.split(":")[0] in line or "nowhere.toml" in line
