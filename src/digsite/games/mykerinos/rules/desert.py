"""The desert as bits: 8x9 fields in two words, the first two rows of zones and the third (M2.3, M2.4).

Functions on sets of fields come in pairs, one for each word; `low` is the first.
"""

from digsite.core.bits import popcount
from digsite.core.jit import compiled
from digsite.games.mykerinos.rules.state import COLOURS, COLUMNS, ROUNDS, TILE_FIELDS, WORD, State

LEFT = 0x010101010101  # column a of the first word
LOW = (1 << WORD) - 1
HIGH = (1 << 24) - 1
EDGE = WORD - COLUMNS  # where the row next to the second word begins
ZONE = 0x0F0F0F  # the fields of a zone at the top left


@compiled
def near_low(low: int, high: int) -> int:
    """All fields next to those of a set."""
    across = ((low << 1) & ~LEFT) | ((low & ~LEFT) >> 1)
    return (across | (low << COLUMNS) | (low >> COLUMNS) | ((high & 0xFF) << EDGE)) & LOW


@compiled
def near_high(low: int, high: int) -> int:
    across = ((high << 1) & ~LEFT) | ((high & ~LEFT) >> 1)
    return (across | (high << COLUMNS) | (high >> COLUMNS) | (low >> EDGE)) & HIGH


@compiled
def two_of_four(a: int, b: int, c: int, d: int) -> int:
    return (a & b) | (c & d) | ((a | b) & (c | d))


@compiled
def crowded_low(low: int, high: int) -> int:
    """All fields with at least two of the set's fields next to them."""
    down, up = (low << COLUMNS) & LOW, (low >> COLUMNS) | ((high & 0xFF) << EDGE)
    return two_of_four((low << 1) & ~LEFT & LOW, (low & ~LEFT) >> 1, down, up)


@compiled
def crowded_high(low: int, high: int) -> int:
    down, up = ((high << COLUMNS) | (low >> EDGE)) & HIGH, high >> COLUMNS
    return two_of_four((high << 1) & ~LEFT & HIGH, (high & ~LEFT) >> 1, down, up)


@compiled
def field_low(field: int) -> int:
    return 1 << field if field < WORD else 0


@compiled
def field_high(field: int) -> int:
    return 0 if field < WORD else 1 << (field - WORD)


@compiled
def empty_fields(state: State, word: int) -> int:
    """Fields without an archaeologist; the third row of zones exists in the last round only."""
    fields = LOW if word == 0 else HIGH if state.round == ROUNDS - 1 else 0
    for colour in range(COLOURS):
        fields &= ~state.cubes[colour, word]
    return fields


@compiled
def free(state: State, word: int) -> int:
    """Empty fields without a pyramid."""
    return empty_fields(state, word) & ~state.pyramids[word]


@compiled
def free_pyramids(state: State, word: int) -> int:
    return empty_fields(state, word) & state.pyramids[word]


@compiled
def zone_fields(zone: int) -> int:
    """The fields of a zone within its word."""
    return ZONE << (3 * COLUMNS * (zone // 2 % 2) + 4 * (zone % 2))


@compiled
def zone_word(zone: int) -> int:
    return 0 if zone < 4 else 1


@compiled
def in_zone(state: State, colour: int, zone: int) -> int:
    """How many archaeologists of a colour stand in a zone."""
    return popcount(state.cubes[colour, zone_word(zone)] & zone_fields(zone))


@compiled
def slot_field(slot: int, place: int) -> int:
    """Where field `place` of the tile at a slot lies: two slots a zone, left then right."""
    zone = slot // 2
    column = 4 * (zone % 2) + 2 * (slot % 2) + place % 2
    return COLUMNS * (3 * (zone // 2) + place // 2) + column


@compiled
def half_turn(places: int) -> int:
    """M2.5: the places of a tile, as bits, once it is turned by half."""
    turned = 0
    for place in range(TILE_FIELDS):
        turned |= ((places >> place) & 1) << (TILE_FIELDS - 1 - place)
    return turned


@compiled
def on_desert(places: int, slot: int) -> int:
    """The fields below these places of the tile at a slot, within the word of its zone: three rows of two."""
    rows = (places & 0b11) | ((places & 0b1100) << (COLUMNS - 2)) | ((places & 0b110000) << 2 * (COLUMNS - 2))
    return rows << slot_field(slot, 0) % WORD
