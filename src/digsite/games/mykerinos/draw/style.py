"""The stylesheet of the Mykerinos drawings. A page may serve STYLE itself and ask for drawings without it."""

from __future__ import annotations

from digsite.core.palette import PLAYER_STYLE, TYPE_STYLE, scope

ROOT = "mykerinos"
PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")


def patron_rules() -> str:
    rules = ""
    for patron in (*PATRONS, "no-patron"):
        on = {"lemon": "on-lemon", "blackmore": "on-blackmore"}.get(patron, "on-patron")
        edge = "blackmore-edge" if patron == "blackmore" else patron
        rules += f".fill-{patron}{{fill:var(--{patron})}}.on-{patron}{{stroke:var(--{on})}}"
        rules += f".edge-{patron}{{stroke:var(--{edge})}}.floor-{patron}{{fill:var(--{patron}-floor)}}"
    return rules


SHEET = """
.none{fill:none}
.paper{fill:var(--paper)}
.caps{letter-spacing:.08em;fill:var(--muted)}
.hair{fill:none;stroke:var(--hair);stroke-width:1}
.hair-soft{fill:none;stroke:var(--hair2);stroke-width:1}
.cut-off{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:3 3}
.panel{fill:var(--panel);stroke:var(--hair);stroke-width:1}
.outside{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:4 3}
.acting{fill:none;stroke:var(--brass);stroke-width:1.8}
.winner{fill:var(--brass-soft)}
.band{stroke:var(--outline);stroke-width:.9}
.pill{fill:var(--brass);stroke:none}
.pill-text{fill:var(--brass-on)}
.pill-quiet{fill:none;stroke:var(--hair);stroke-width:1.2}
.space{fill:var(--panel2);stroke:var(--hair);stroke-width:1}
.space-free{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:3.5 3}
.lock{fill:none;stroke:var(--muted);stroke-width:1.2}
.lock-body{fill:var(--muted)}
.round-done{fill:var(--brass);stroke:var(--brass);stroke-width:1.3}
.round-open{fill:none;stroke:var(--brass);stroke-width:1.3}

.emblem{fill:none;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.disc-edge{stroke-width:.9}
.disc-turned{fill:var(--panel);stroke:var(--muted);stroke-width:1.3;stroke-dasharray:3 2.4}
.on-turned{stroke:var(--muted)}
.shadow{fill:var(--shadow);fill-opacity:.24}

.desert{fill:var(--desert)}
.ripple{fill:none;stroke:var(--contour);stroke-width:1;opacity:.75}
.zone-frame{fill:none;stroke:var(--tile-line);stroke-width:1;opacity:.65}
.zone-scored{fill:none;stroke:var(--brass);stroke-width:3}
.plot{fill:var(--tile);fill-opacity:.62;stroke:var(--tile-line);stroke-width:1.7}
.plot-gone{fill:none;stroke:var(--tile-line);stroke-width:1.2;stroke-dasharray:5 4;opacity:.8}
.field{fill:var(--field);fill-opacity:.62}
.field-gone{fill:var(--field);fill-opacity:.28}
.string{fill:none;stroke:var(--string);stroke-width:1}
.peg{fill:var(--peg)}
.coordinate{fill:var(--peg);font-weight:500}
.pyramid-lit{fill:var(--pyramid-lit);stroke:var(--pyramid-line);stroke-width:1.3;stroke-linejoin:round}
.pyramid-shade{fill:var(--pyramid-shade);stroke:var(--pyramid-line);stroke-width:1.3;stroke-linejoin:round}
.courses{fill:none;stroke:var(--pyramid-line);stroke-width:.9;opacity:.6}
.cartouche{fill:var(--panel);stroke-width:1.8}
.cartouche-bar{fill:none;stroke-width:1.3}
.last{fill:var(--lit);fill-opacity:.85;stroke:var(--brass);stroke-width:2}
.dim{opacity:.45}
.ladder-hot{fill:var(--panel);stroke:var(--brass);stroke-width:1.8}
.ladder-now{fill:var(--brass-soft)}
.plate{fill:var(--panel);fill-opacity:.95;stroke:var(--tile-line);stroke-width:1.2}
.plate-inner{fill:none;stroke:var(--tile-line);stroke-width:.7;opacity:.7}

.room{stroke:none}
.wall{fill:none;stroke:var(--wall);stroke-width:3}
.phone .wall{stroke-width:2.6}
.apse{fill:var(--panel);stroke:var(--wall);stroke-width:3}
.hall{fill:var(--panel2)}
.inlay{fill:none;stroke:var(--brass);stroke-width:.9;opacity:.75}
.star{fill:var(--brass-soft);stroke:var(--brass);stroke-width:.9;opacity:.8}
.wing-name{font-family:Alegreya,Georgia,serif;font-style:italic;font-weight:500}
.logo-ring{fill:none;stroke:var(--brass);stroke-width:1.3}
.logo-line{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.logo-sun{fill:var(--brass)}
"""

STYLE = scope(TYPE_STYLE + PLAYER_STYLE + patron_rules() + SHEET, ROOT)
