"""What the bots are called on pages, in the reader's language."""

from digsite.analysis.bot_names import bot_names
from digsite.tables.names import player_name
from digsite.web.i18n import _, later

LEVELS = {"novice": later("Gentle"), "scholar": later("Keen"), "master": later("Master")}  # for everybody
OTHERS = {"random": later("Random"), "plain": later("Plain search")}  # for those who look closer
PHRASES = {
    "novice": later("a gentle bot"),
    "scholar": later("a keen bot"),
    "master": later("a master bot"),
    "random": later("a random bot"),
    "plain": later("a plain searching bot"),
}
PERSONAS = {  # who sits at the table: people of the time, the better the more thorough
    "novice": later("Belzoni"),
    "scholar": later("Petrie"),
    "master": later("Carter"),
    "plain": later("Evans"),
    "random": later("Fortuna"),
}
USUAL = "scholar"


def level(bot: str) -> str:
    """Such as "Keen"; "Master (2s)" where the bot has a budget."""
    name, _colon, budget = bot.partition(":")
    known = (LEVELS | OTHERS).get(name)
    called = _(known) if known else name.title()
    return f"{called} ({budget})" if budget else called


def persona(bot: str) -> str:
    """Return the name of a bot at a table."""
    name = bot.partition(":")[0]
    return _(PERSONAS[name]) if name in PERSONAS else name.title()


def called(name: str, bot: str) -> str:
    """Return the name of whoever plays a seat: a person, a bot, or a bot for a person who left."""
    return player_name(name, bot and persona(bot), _("%(bot)s (for %(name)s)"))


def phrase(bot: str) -> str:
    """Such as "a keen bot", for lists of players."""
    name = bot.partition(":")[0]
    return _(PHRASES[name]) if name in PHRASES else _("the bot %(name)s", name=name)


def levels() -> list[tuple[str, str]]:
    """The three that are offered first."""
    return [(name, _(label)) for name, label in LEVELS.items()]


def bot_choices() -> list[tuple[str, str]]:
    """Every bot there is, those of other packages last."""
    return [(name, level(name)) for name in dict.fromkeys([*LEVELS, *OTHERS, *bot_names()])]
