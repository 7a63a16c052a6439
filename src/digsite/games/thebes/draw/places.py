"""Where things lie on the board, in pixels of the map inside its border: set by hand, once for each breakpoint."""

from __future__ import annotations

from dataclasses import dataclass

Offset = tuple[float, float]

CITIES = ("london", "paris", "berlin", "rome", "vienna", "warsaw", "moscow")
SITES = ("greece", "crete", "egypt", "palestine", "mesopotamia")

# Every line costs one week. The bend is a share of the line's length, to its right when positive.
ROUTES: tuple[tuple[str, str, float], ...] = (
    ("london", "paris", 0.12), ("london", "berlin", -0.12), ("paris", "berlin", -0.08), ("paris", "vienna", -0.10),
    ("paris", "rome", -0.12), ("berlin", "warsaw", -0.12), ("warsaw", "moscow", -0.10), ("warsaw", "vienna", 0.10),
    ("vienna", "rome", 0.14), ("warsaw", "greece", -0.10), ("rome", "greece", -0.22), ("rome", "crete", 0.16),
    ("greece", "crete", -0.14), ("greece", "mesopotamia", -0.13), ("crete", "egypt", 0.12),
    ("crete", "palestine", -0.14), ("egypt", "palestine", 0.26), ("palestine", "mesopotamia", -0.16),
)  # fmt: skip
BY_SEA = frozenset(
    {("rome", "greece"), ("rome", "crete"), ("greece", "crete"), ("crete", "egypt"), ("crete", "palestine")}
)


@dataclass(frozen=True)
class Spot:
    """A place: its middle, where its name goes, and where the feet of the first figure stand.

    Offsets are from the middle. Figures after the first stand to the left (-1), the right (1) or both sides (0).
    `aside` is where the name goes instead while figures stand in the place. `pill` is where an offer's words go, below
    the name unless given otherwise, and `offering` where the name goes then.
    """

    x: float
    y: float
    name: Offset
    anchor: str
    feet: Offset
    row: int
    aside: Offset | None = None
    pill: tuple[Offset, str] | None = None
    offering: tuple[Offset, str] | None = None

    def label(self, crowded: bool, offered: bool) -> tuple[Offset, str]:
        """Return where the name goes while figures stand here, or while an offer does."""
        if offered and self.offering:
            return self.offering
        return (self.aside if crowded and self.aside else self.name), self.anchor

    def pill_place(self, below: float) -> tuple[Offset, str]:
        return self.pill or ((self.name[0], self.name[1] + below), self.anchor)


@dataclass(frozen=True, eq=False)
class Layout:
    """One size of the board: the border's cells, the map's file, and how big things on it are."""

    map_file: str
    across: int
    down: int
    cell: float
    border: float
    bar: float
    city: float
    site: float
    marker: float
    figure: float
    city_size: float
    site_size: float
    spots: dict[str, Spot]
    plate: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        return self.across * self.cell + 2 * self.border

    @property
    def height(self) -> float:
        return self.down * self.cell + 2 * self.border


DESK = Layout(
    map_file="map-desk.svg", across=16, down=10, cell=55, border=30, bar=7, city=7, site=20, marker=24, figure=32,
    city_size=17, site_size=18, plate=(22, 400, 256, 128),
    spots={
        "london": Spot(234.7, 85.0, (-13, 9), "end", (0, -4), 0),
        "paris": Spot(251.5, 153.3, (-5, 26), "end", (-22, 8), -1),
        "berlin": Spot(384.8, 99.5, (0, 25), "middle", (0, -4), 0),
        "rome": Spot(357.4, 289.0, (-9, 28), "end", (25, -1), 1, pill=((-17, -4), "end")),
        "vienna": Spot(410.0, 183.5, (10, 24), "start", (25, 5), 1),
        "warsaw": Spot(471.3, 112.4, (14, 21), "start", (-3, -4), 0),
        "moscow": Spot(637.1, 34.4, (0, 30), "middle", (25, 11), 1),
        "greece": Spot(484.2, 342.5, (-28, 5), "end", (44, -8), 1),
        "crete": Spot(526.1, 414.2, (-28, 8), "end", (44, -8), 1),
        "egypt": Spot(
            621.4, 511.3, (-28, 14), "end", (41, 28), 1, pill=((-30, 19), "end"), offering=((-30, 0), "end")
        ),
        "palestine": Spot(688.7, 453.8, (28, 12), "start", (-28, -15), -1),
        "mesopotamia": Spot(
            814.4, 404.1, (-4, -31), "middle", (-41, 9), -1, pill=((-4, -42), "middle"), offering=((-4, -60), "middle")
        ),
    },
)  # fmt: skip
PHONE = Layout(
    map_file="map-phone.svg", across=14, down=12, cell=332 / 14, border=21, bar=5, city=5, site=12.5, marker=17,
    figure=22, city_size=12.5, site_size=13, plate=(9, 240, 66, 36),
    spots={
        "london": Spot(39.5, 55.7, (-3, -11), "middle", (0, -3), 0, (-3, -33), ((-10, 6), "end")),
        "paris": Spot(47.3, 87.2, (-6, 17), "end", (-15, 5), -1),
        "berlin": Spot(108.7, 62.4, (-6, 17), "middle", (0, -3), 0, pill=((11, 13), "start")),
        "rome": Spot(96.1, 149.7, (-6, 19), "end", (-17, 6), -1),
        "vienna": Spot(120.3, 101.1, (7, 15), "start", (16, 3), 1),
        "warsaw": Spot(148.6, 68.3, (9, 14), "start", (-2, -3), 0),
        "moscow": Spot(225.0, 32.4, (0, 20), "middle", (17, 7), 1),
        "greece": Spot(154.5, 174.4, (-17, 4), "end", (27, -4), 1),
        "crete": Spot(173.9, 207.4, (-17, 8), "end", (27, -4), 1),
        "egypt": Spot(217.8, 252.2, (-18, 9), "end", (28, 20), 1),
        "palestine": Spot(248.8, 225.7, (16, 12), "start", (-17, -8), -1),
        "mesopotamia": Spot(306.8, 202.8, (23, -22), "end", (-24, 13), -1, pill=((23, -42), "end")),
    },
)  # fmt: skip


def layout(phone: bool) -> Layout:
    return PHONE if phone else DESK
