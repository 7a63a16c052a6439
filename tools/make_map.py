"""Draw the static map of Thebes: coast, sea lines, rivers, mountains, graticule and names, as two SVG fragments.

The land comes from Natural Earth (public domain) in the form of the npm package `world-atlas`. To run it again:

    npm install --prefix atlas world-atlas     (in any scratch folder)
    pip install shapely
    python tools/make_map.py atlas/node_modules/world-atlas/land-50m.json

It writes `map-desk.svg` and `map-phone.svg` into `src/digsite/games/thebes/draw/`, and with `--places` tells where each
place of the game falls, in the same pixels (the source of the coordinates in `places.py`). The package only reads
the fragments; neither shapely nor the atlas is needed to use it. No borders are drawn: it is 1902.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "src" / "digsite" / "games" / "thebes" / "draw"
EARTH_KM = 6371.0

Point = tuple[float, float]

# Rivers and ranges: a few points (longitude, latitude) set by hand, smoothed when drawn.
RIVERS: dict[str, list[Point]] = {
    "nile": [(32.9, 22.5), (32.9, 24.1), (32.64, 25.7), (32.72, 26.16), (32.1, 26.1), (31.7, 26.55), (31.18, 27.18),
        (30.75, 28.1), (31.1, 29.07), (31.23, 30.05), (30.9, 30.6), (30.37, 31.45)],
    "nile, eastern arm": [(31.23, 30.05), (31.3, 30.7), (31.83, 31.5)],
    "euphrates": [(40.5, 39.7), (39.2, 39.4), (38.8, 38.75), (38.6, 37.9), (38.0, 37.0), (38.2, 36.2), (39.0,
        35.95), (40.15, 35.33), (40.92, 34.45), (42.37, 34.13), (43.3, 33.43), (44.43, 32.48), (45.28, 31.3),
        (46.25, 31.05), (47.43, 31.0), (47.8, 30.5), (48.5, 29.95)],
    "tigris": [(39.8, 38.4), (40.23, 37.9), (41.2, 37.7), (42.2, 37.3), (43.13, 36.34), (43.4, 35.4), (43.68, 34.6),
        (44.4, 33.3), (45.82, 32.5), (47.15, 31.84), (47.43, 31.0)],
    "danube": [(8.6, 48.0), (10.0, 48.4), (12.1, 49.0), (13.46, 48.57), (14.3, 48.3), (16.4, 48.2), (18.1, 47.75),
        (19.05, 47.8), (19.0, 47.0), (18.7, 45.99), (19.1, 45.3), (20.45, 44.8), (22.3, 44.6), (22.88, 44.0), (24.2,
        43.7), (25.95, 43.85), (27.3, 44.2), (27.97, 45.27), (28.6, 45.3), (29.7, 45.15)],
    "rhine": [(9.5, 47.2), (7.6, 47.56), (7.8, 48.6), (8.27, 50.0), (7.6, 50.36), (6.96, 50.94), (5.9, 51.97), (4.2,
        51.9)],
    "dnieper": [(33.5, 55.3), (32, 54.8), (30.4, 54.3), (30.4, 52.5), (30.5, 50.45), (33, 49.2), (35.05, 48.46),
        (35.1, 47.8), (33.5, 47.2), (32.6, 46.6)],
    "vistula": [(19.0, 49.8), (19.9, 50.06), (21.75, 50.7), (21.0, 52.23), (19.4, 52.6), (18.6, 53.0), (18.9,
        54.35)],
    "volga": [(33.5, 57), (35.9, 56.86), (39, 57.9), (41, 57.4), (44, 56.3), (49, 55.8), (49.5, 54), (50.1, 53.2),
        (48, 52.5), (46, 51.5), (45.5, 50), (44.5, 48.7), (46.5, 47.5), (48.0, 46.35)],
    "don": [(38.5, 53.5), (39, 51.6), (40.5, 50), (42.5, 49.5), (43.5, 48.7), (42, 47.6), (39.7, 47.2)],
    "loire": [(4.1, 45.5), (3.1, 47.0), (1.9, 47.9), (0.7, 47.4), (-1.6, 47.2)],
    "seine": [(4.6, 47.6), (3.6, 48.4), (2.35, 48.86), (1.1, 49.4), (0.3, 49.45)],
    "elbe": [(15.2, 50.1), (14.4, 50.5), (13.7, 51.05), (11.7, 52.1), (10, 53.5), (8.9, 53.9)],
    "rhone": [(6.2, 46.2), (4.85, 45.75), (4.7, 44.2), (4.7, 43.4)],
    "po": [(7.3, 44.7), (8.9, 45.05), (10.8, 45.0), (12.3, 45.0)],
    "ebro": [(-3.9, 43), (-1.7, 42.1), (-0.9, 41.6), (0.7, 40.75)],
    "tagus": [(-2, 40.4), (-4, 39.9), (-6.8, 39.7), (-8.6, 39.1)],
}  # fmt: skip
RANGES: dict[str, list[Point]] = {
    "alps": [(6.2, 44.3), (7, 45.8), (8.6, 46.4), (10.3, 46.8), (12.2, 47.1), (14, 47.2)],
    "pyrenees": [(-1, 42.9), (0.6, 42.6), (2.1, 42.4)],
    "carpathians": [(19.5, 49.2), (22.5, 48.9), (24.6, 47.7), (25.8, 46.4), (25.2, 45.5), (23.4, 45.4)],
    "balkans": [(22.8, 43.3), (25, 42.7)],
    "dinarides": [(15.5, 44.7), (17.4, 43.7), (19.3, 42.6)],
    "apennines": [(10.3, 44.2), (12.8, 43)],
    "taurus": [(30.3, 37.1), (33, 37.0), (35.4, 37.7), (38.2, 38.2)],
    "pontic": [(36, 40.7), (39.3, 40.6), (41.5, 40.7)],
    "caucasus": [(40.5, 43.6), (42.7, 43.0), (44.6, 42.6), (46.6, 41.9)],
    "zagros": [(44.9, 36.9), (46.3, 35.4), (47.9, 33.8), (49.7, 32.3), (51, 31)],
    "atlas": [(-5.6, 32.6), (-3.5, 33.7), (0, 34.2), (3.6, 35.1), (6.6, 35.4)],
    "sinai": [(33.7, 28.6), (34.0, 28.9)],
    "norway": [(8, 60.3), (8.6, 61.6)],
    "elburz": [(49.5, 36.7), (51.5, 36.0)],
    "nevada": [(-4.4, 37.0), (-2.8, 37.3)],
}  # fmt: skip
# Cities are nudged by up to 65 km and sites set freely, so that neighbours can be told apart and touched.
PLACES: dict[str, Point] = {
    "london": (-0.6, 52.0), "paris": (2.3, 48.5), "berlin": (13.2, 52.7), "rome": (12.5, 41.9), "vienna": (16.0,
    48.1), "warsaw": (21.2, 52.2), "moscow": (37.6, 55.6), "greece": (22.1, 39.2), "crete": (24.9, 35.1), "egypt":
    (30.6, 29.3), "palestine": (35.4, 31.9), "mesopotamia": (44.2, 33.0),
}  # fmt: skip


@dataclass(frozen=True)
class Name:
    words: str
    kind: str  # "sea" or "region"
    size: float
    along: tuple[Point, ...]


@dataclass(frozen=True)
class Sheet:
    """One crop of the map: its size in pixels, its centre, its scale, and how much detail it bears."""

    file: str
    width: float
    height: float
    centre: Point
    km_per_pixel: float
    tolerance: float
    smallest: float
    sea_lines: tuple[float, ...]
    names: tuple[Name, ...]


DESK = Sheet(
    "map-desk.svg",
    880,
    550,
    (18.75, 43.0),
    6.2,
    0.45,
    5,
    (2.6, 5.6, 9.4),
    (
        Name("Mediterranean Sea", "sea", 14, ((-0.6, 37.25), (3, 38.0), (6, 38.2), (9.6, 38.1))),
        Name("Black Sea", "sea", 14, ((30.6, 43.5), (35, 43.0), (39.0, 42.9))),
        Name("North Sea", "sea", 13, ((0.9, 55.9), (4.0, 55.2), (7.2, 54.9))),
        Name("Atlantic Ocean", "sea", 15, ((-12.6, 39.0), (-10.6, 43.4), (-7.2, 47.4), (-4.8, 48.2))),
        Name("Caspian Sea", "sea", 13, ((49.2, 45.0), (50.3, 42.0), (50.6, 38.0))),
        Name("RUSSIA", "region", 12.5, ((35.5, 50.6), (41, 50.5), (47.5, 49.5))),
        Name("ANATOLIA", "region", 12.5, ((30.0, 39.0), (34, 38.95), (38.6, 38.9))),
        Name("ARABIA", "region", 12.5, ((39.6, 28.35), (43, 28.4), (47.2, 28.0))),
        Name("SPAIN", "region", 12.5, ((-6.3, 40.0), (-3.6, 40.3), (-0.9, 40.4))),
    ),
)
PHONE = Sheet(
    "map-phone.svg", 332, 332 / 14 * 12, (24.1, 43.1), 13.45, 0.35, 3, (1.8, 3.9, 6.4),
    (Name("Black Sea", "sea", 12, ((29.2, 43.4), (34.5, 43.0), (40.5, 43.0))),),
)  # fmt: skip


class Lambert:
    """Lambert's conformal conic projection on a sphere; kilometres, y downwards."""

    def __init__(self, south: float = 34, north: float = 54, latitude: float = 43, longitude: float = 21) -> None:
        low, high = math.radians(south), math.radians(north)
        self.meridian = math.radians(longitude)
        self.cone = math.log(math.cos(low) / math.cos(high)) / math.log(self.stretch(high) / self.stretch(low))
        self.factor = math.cos(low) * self.stretch(low) ** self.cone / self.cone
        self.origin = self.factor / self.stretch(math.radians(latitude)) ** self.cone

    @staticmethod
    def stretch(angle: float) -> float:
        return math.tan(math.pi / 4 + angle / 2)

    def __call__(self, longitude: float, latitude: float) -> Point:
        radius = self.factor / self.stretch(math.radians(latitude)) ** self.cone
        angle = self.cone * (math.radians(longitude) - self.meridian)
        return radius * math.sin(angle) * EARTH_KM, -(self.origin - radius * math.cos(angle)) * EARTH_KM


class Projector:
    """Longitude and latitude to the pixels of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.lambert, self.scale = Lambert(), sheet.km_per_pixel
        x, y = self.lambert(*sheet.centre)
        self.shift = sheet.width / 2 - x / self.scale, sheet.height / 2 - y / self.scale

    def __call__(self, longitude: float, latitude: float) -> Point:
        x, y = self.lambert(longitude, latitude)
        return x / self.scale + self.shift[0], y / self.scale + self.shift[1]


def read_land(atlas: Path) -> list[Polygon]:
    """The land polygons of a TopoJSON file, cut to Europe and the Near East."""
    topology: dict[str, Any] = json.loads(atlas.read_text(encoding="utf-8"))
    arcs = [decode_arc(arc, topology["transform"]) for arc in topology["arcs"]]

    def ring(indices: Sequence[int]) -> list[Point]:
        points: list[Point] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points += arc if not points else arc[1:]
        return points

    polygons = []
    for geometry in topology["objects"]["land"]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for part in parts:
            rings = [ring(indices) for indices in part]
            if len(rings[0]) > 3:
                polygons.append(Polygon(rings[0], [hole for hole in rings[1:] if len(hole) > 3]).buffer(0))
    return polygons_of(unary_union(polygons).intersection(box(-40, 12, 75, 72)))


def decode_arc(arc: list[list[int]], transform: dict[str, list[float]]) -> list[Point]:
    (scale_x, scale_y), (shift_x, shift_y) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * scale_x + shift_x, y * scale_y + shift_y))
    return points


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    return [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon)]


def number(value: float) -> str:
    """One decimal at most, without what a path does not need."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pairs(values: Iterable[float]) -> str:
    words = ""
    for value in values:
        word = number(value)
        words += word if not words or word.startswith("-") else f" {word}"
    return words


def line_path(points: Iterable[Point], closed: bool = False) -> str:
    """A path of relative steps on a grid of tenths of a pixel."""
    grid = [(round(x * 10), round(y * 10)) for x, y in points]
    steps: list[float] = []
    for (x1, y1), (x2, y2) in pairwise(grid):
        if (x1, y1) != (x2, y2):
            steps += [(x2 - x1) / 10, (y2 - y1) / 10]
    start = "M" + pairs((grid[0][0] / 10, grid[0][1] / 10))
    return (start + "l" + pairs(steps) if steps else start) + ("z" if closed else "")


def shape_path(shape: BaseGeometry) -> str:
    path = ""
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, Polygon) and not part.is_empty:
            path += "".join(line_path(list(ring.coords)[:-1], True) for ring in (part.exterior, *part.interiors))
        elif isinstance(part, LineString) and not part.is_empty:
            path += line_path([(x, y) for x, y in part.coords])
    return path


def smooth(points: Sequence[Point], steps: int = 6) -> list[Point]:
    """A Catmull-Rom curve through the points."""
    if len(points) < 3:
        return list(points)
    padded = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for index in range(1, len(padded) - 2):
        before, start, end, after = padded[index - 1 : index + 3]
        for step in range(steps):
            t = step / steps
            x, y = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
                for a, b, c, d in zip(before, start, end, after, strict=True)
            )
            curve.append((x, y))
    return [*curve, points[-1]]


def project_land(land: list[Polygon], sheet: Sheet, to_pixels: Projector) -> MultiPolygon:
    """The land in pixels, without islands and lakes too small to see."""

    def flat(ring: Any) -> list[Point]:
        return [to_pixels(x, y) for x, y in ring.coords]

    shapes = [Polygon(flat(part.exterior), [flat(hole) for hole in part.interiors]).buffer(0) for part in land]
    whole = unary_union(shapes).intersection(box(-40, -40, sheet.width + 40, sheet.height + 40))
    return MultiPolygon(
        [
            Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > sheet.smallest * 3])
            for part in polygons_of(whole)
            if part.area >= sheet.smallest
        ]
    )


def graticule(sheet: Sheet, to_pixels: Projector) -> str:
    meridians = [[to_pixels(lon, lat) for lat in range(14, 72, 2)] for lon in range(-40, 80, 5)]
    parallels = [[to_pixels(lon, lat) for lon in range(-40, 80, 2)] for lat in range(15, 75, 5)]
    frame = box(0, 0, sheet.width, sheet.height)
    return "".join(shape_path(LineString(line).simplify(0.1).intersection(frame)) for line in meridians + parallels)


def rivers(sheet: Sheet, to_pixels: Projector) -> str:
    frame = box(0, 0, sheet.width, sheet.height)
    lines = [LineString([to_pixels(*point) for point in smooth(river)]) for river in RIVERS.values()]
    return "".join(shape_path(line.simplify(0.3).intersection(frame)) for line in lines)


def mountains(land: BaseGeometry, sheet: Sheet, to_pixels: Projector) -> tuple[str, str]:
    """Peaks along each range, and the hatching on their eastern slopes."""
    chance = random.Random(7)
    peaks = hatching = ""
    for points in RANGES.values():
        ridge = LineString([to_pixels(*point) for point in points])
        count = max(1, int(ridge.length / 9.5))
        for index in range(count + 1):
            foot = ridge.interpolate(index / count, normalized=True)
            x, y = foot.x + chance.uniform(-2.5, 2.5), foot.y + chance.uniform(-4, 4)
            size = chance.uniform(3, 4.8)
            inside = 6 < x < sheet.width - 6 and 6 < y < sheet.height - 6
            if inside and land.contains(LineString([(x - 4, y), (x + 4, y)])):
                top, rise = y - size * 0.75, size * 1.5
                peaks += line_path([(x - size, top + rise), (x, top), (x + size, top + rise)])
                hatching += line_path([(x, top), (x + size * 0.32, top + size * 1.2)])
                hatching += line_path([(x + size * 0.3, top + size / 2), (x + size * 0.6, top + size * 1.3)])
    return peaks, hatching


def names(sheet: Sheet, to_pixels: Projector) -> str:
    out = ""
    for index, name in enumerate(sheet.names):
        path = line_path(smooth([to_pixels(*point) for point in name.along], 8))
        out += f'<path id="map-name-{index}" class="none" d="{path}"/>\n'
        out += f'<text class="name-{name.kind}" font-size="{name.size:g}">'
        out += f'<textPath href="#map-name-{index}" startOffset="50%">{name.words}</textPath></text>\n'
    return out


def fragment(land: list[Polygon], sheet: Sheet) -> str:
    to_pixels = Projector(sheet)
    whole = project_land(land, sheet, to_pixels)
    simple = whole.simplify(sheet.tolerance)
    coast = shape_path(simple.intersection(box(-14, -14, sheet.width + 14, sheet.height + 14)))
    edge = box(-1, -1, sheet.width + 1, sheet.height + 1)
    size = f'width="{sheet.width:g}" height="{sheet.height:.4g}"'
    out = f'<g id="map">\n<defs><clipPath id="map-frame"><rect {size}/></clipPath>\n'
    out += f'<path id="map-coast" d="{coast}"/>\n'
    out += '<clipPath id="map-land"><use href="#map-coast"/></clipPath></defs>\n'
    out += f'<g clip-path="url(#map-frame)">\n<rect class="sea" {size}/>\n'
    for rank, distance in enumerate(sheet.sea_lines):
        line = whole.buffer(distance, quad_segs=4).simplify(sheet.tolerance * 2).boundary.intersection(edge)
        out += f'<path class="sea-line sea-line-{rank}" d="{shape_path(line)}"/>\n'
    out += '<use class="land" href="#map-coast"/>\n<g clip-path="url(#map-land)">'
    out += '<use class="shade shade-wide" href="#map-coast"/><use class="shade shade-narrow" href="#map-coast"/>\n'
    out += f'<path class="river" d="{rivers(sheet, to_pixels)}"/></g>\n<use class="coast" href="#map-coast"/>\n'
    out += f'<path class="graticule" d="{graticule(sheet, to_pixels)}"/>\n'
    peaks, hatching = mountains(simple, sheet, to_pixels)
    out += f'<path class="peaks" d="{peaks}"/>\n<path class="hatching" d="{hatching}"/>\n'
    return out + names(sheet, to_pixels) + "</g>\n</g>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw the static map of Thebes.")
    parser.add_argument("atlas", type=Path, help="land-50m.json of the npm package world-atlas")
    parser.add_argument("--places", action="store_true", help="print the place coordinates as well")
    options = parser.parse_args()
    land = read_land(options.atlas)
    for sheet in (DESK, PHONE):
        (TARGET / sheet.file).write_text(fragment(land, sheet), encoding="utf-8")
        sys.stdout.write(f"{sheet.file} {(TARGET / sheet.file).stat().st_size} bytes\n")
        if options.places:
            for place, point in PLACES.items():
                x, y = Projector(sheet)(*point)
                sys.stdout.write(f"  {place}: ({x:.1f}, {y:.1f})\n")


if __name__ == "__main__":
    main()
