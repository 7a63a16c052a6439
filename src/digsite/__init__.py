"""Play, study and simulate the board games Thebes and Mykerinos.

    >>> import digsite
    >>> digsite.list_games()
    ['thebes', 'mykerinos']
    >>> match = digsite.play("thebes", seats=3, seed=1)
    >>> match.to_act, match.legal[:2]
    >>> match.push(match.legal[0])  # plays it and draws what chance brings; match.pop() takes it back
    >>> match.push(match.ask("master:200ms"))  # what a bot would do
    >>> print(match)  # the board as text; a notebook shows a picture

`Match` has the rest: scores, odds, records, iteration. `load` returns the rules of a game themselves, for searching and
for many games at once. Importing this package is quick: rules, bots and compilers are loaded when they are first used.
"""

TYPE_CHECKING = False  # as type checkers know it; importing typing would take longer than all the rest
if TYPE_CHECKING:
    from digsite.bots import entrant as bot
    from digsite.core.errors import DigsiteError
    from digsite.core.record import Record
    from digsite.core.registry import game_names as list_games
    from digsite.core.registry import load
    from digsite.match import Match, Move, play

__version__ = "0.1.0"
__all__ = ["DigsiteError", "Match", "Move", "Record", "__version__", "bot", "list_games", "load", "play"]

_PLACES = {
    "DigsiteError": "digsite.core.errors:DigsiteError",
    "Match": "digsite.match:Match",
    "Move": "digsite.match:Move",
    "Record": "digsite.core.record:Record",
    "bot": "digsite.bots:entrant",
    "list_games": "digsite.core.registry:game_names",
    "load": "digsite.core.registry:load",
    "play": "digsite.match:play",
}


if not TYPE_CHECKING:  # type checkers know the names above, and that there are no others

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        if name not in _PLACES:
            raise AttributeError(f"module 'digsite' has no attribute {name!r}")
        from importlib import import_module

        module, _, attribute = _PLACES[name].partition(":")
        globals()[name] = found = getattr(import_module(module), attribute)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_PLACES})
