"""Sets of cards, and the deck that is never in any order: T1.3 to T1.5 and T4.3 to T4.6."""

from digsite.core.bits import lowest, nth, popcount
from digsite.core.fields import Row
from digsite.core.jit import compiled
from digsite.games.thebes.rules.data import BOOK, GENERAL, Tables
from digsite.games.thebes.rules.state import HALLS, NO_CARD, RESEARCHERS, SPACES, STACK, WORD, State


@compiled
def add(cards: Row, card: int) -> None:
    if card < WORD:
        cards[0] |= 1 << card
    else:
        cards[1] |= 1 << (card - WORD)


@compiled
def remove(cards: Row, card: int) -> None:
    if card < WORD:
        cards[0] &= ~(1 << card)
    else:
        cards[1] &= ~(1 << (card - WORD))


@compiled
def holds(cards: Row, card: int) -> bool:
    if card < WORD:
        return (cards[0] >> card) & 1 != 0
    return (cards[1] >> (card - WORD)) & 1 != 0


@compiled
def nth_card(first_word: int, second_word: int, n: int) -> int:
    """The n-th card of a set, counted from 0 in the order of the data."""
    in_first = popcount(first_word)
    if n < in_first:
        return nth(first_word, n)
    return WORD + nth(second_word, n - in_first)


@compiled
def owned(state: State, data: Tables, player: int, kind: int) -> int:
    """How many cards of a kind lie in front of a player."""
    return popcount(state.hand[player, 0] & data.of_kind[kind, 0]) + popcount(
        state.hand[player, 1] & data.of_kind[kind, 1]
    )


@compiled
def receive(state: State, data: Tables, player: int, card: int) -> None:
    """T4.1: the card goes in front of the player."""
    add(state.hand[player], card)
    kind = data.kind[card]
    if kind == BOOK:
        state.books[player, data.site[card]] += data.value[card]
    elif kind == GENERAL:
        state.general[player] += data.value[card]


@compiled
def discard_lowest(state: State, player: int, first_word: int, second_word: int) -> None:
    """The player's card of lowest number among those of a set goes to the discards."""
    mine = state.hand[player, 0] & first_word
    card = lowest(mine) if mine else WORD + lowest(state.hand[player, 1] & second_word)
    remove(state.hand[player], card)
    add(state.discards, card)
    state.supply += 1


@compiled
def researchers_in_deck(state: State, data: Tables) -> int:
    return popcount(state.deck[0] & data.researchers[0]) + popcount(state.deck[1] & data.researchers[1])


@compiled
def deck_size(state: State) -> int:
    """Cards that can be drawn before the next shuffling; the third stack is not among them until then."""
    if state.reshuffled:
        return popcount(state.deck[0]) + popcount(state.deck[1])
    return state.first + state.second + state.shows


@compiled
def shuffle_discards_in(state: State) -> None:
    """T4.5: what was set aside is in `deck` already."""
    for word in range(2):
        state.deck[word] |= state.discards[word]
        state.discards[word] = 0
    state.reshuffled = 1


@compiled
def empty_space(state: State) -> int:
    """The first empty space of the display (T4.3), SPACES when there is none."""
    space = 0
    while space < SPACES and state.display[space] != NO_CARD:
        space += 1
    return space


@compiled
def draw_awaited(state: State) -> bool:
    """A card must be drawn: a space is empty and some researcher can still come (T4.6). Makes the deck ready."""
    if empty_space(state) == SPACES or state.supply == 0:
        return False
    if deck_size(state) == 0:
        shuffle_discards_in(state)
    return True


@compiled
def unseen(state: State) -> int:
    """Researchers nobody has seen yet, before the first shuffling."""
    return state.first + state.second + STACK


@compiled
def card_weights(state: State) -> tuple[int, int]:
    """The weights of each researcher and of each exhibition in the deck that the next draw can bring.

    The order of unseen researchers is open, so each is equally likely to lie anywhere in what is left of the three
    stacks; exhibitions begin with the second. There a draw brings any researcher with second : shows, and which one
    is even among all unseen ones.
    """
    if state.reshuffled:
        return 1, 1
    if state.first:
        return 1, 0
    return state.second, unseen(state)


@compiled
def drawable_shows(state: State, data: Tables, word: int) -> int:
    """The exhibitions a draw can bring, as bits: with three or four players the large ones lie in the third stack."""
    shows = state.deck[word] & ~data.researchers[word]
    if not state.reshuffled and state.seats > 2:
        shows &= data.small[word]
    return shows


@compiled
def card_total(state: State) -> int:
    """In how many equal ways the next draw can come out."""
    if state.reshuffled:
        return deck_size(state)
    return unseen(state) if state.first else unseen(state) * (state.second + state.shows)


@compiled
def card_of(state: State, data: Tables, way: int) -> int:
    """The card drawn in one of these ways."""
    if state.reshuffled:
        return nth_card(state.deck[0], state.deck[1], way)
    if not state.first:
        slot, way = way // unseen(state), way % unseen(state)
        if slot >= state.second:
            return nth_card(drawable_shows(state, data, 0), drawable_shows(state, data, 1), slot - state.second)
    return nth_card(state.deck[0] & data.researchers[0], state.deck[1] & data.researchers[1], way)


@compiled
def lay_out(state: State, data: Tables, card: int) -> None:
    """A drawn card goes to its space: T4.3, T4.4 and T4.7."""
    remove(state.deck, card)
    if state.first:
        state.first -= 1
    elif not state.reshuffled:
        if card < RESEARCHERS:
            state.second -= 1
        else:
            state.shows -= 1
    if card < RESEARCHERS:
        state.display[empty_space(state)] = card
        state.supply -= 1
        return
    hall = 0
    while hall < HALLS and (card != NO_CARD or data.shift_always):  # only a taken space passes its card on
        state.hall[hall], card = card, state.hall[hall]
        hall += 1
    if card != NO_CARD:
        add(state.discards, card)
