"""The stylesheet of the Thebes drawings. A page may serve STYLE itself and ask for drawings without it."""

from __future__ import annotations

from digsite.core.palette import PLAYER_STYLE, TYPE_STYLE, scope
from digsite.games.thebes.draw.places import SITES

ROOT = "thebes"


def site_rules() -> str:
    rules = ""
    for site in (*SITES, "general"):
        on = {"egypt": "on-egypt", "general": "panel"}.get(site, "on-site")
        rules += f".fill-{site}{{fill:var(--{site})}}.text-{site}{{fill:var(--{site}-text)}}"
        rules += f".stroke-{site}{{stroke:var(--{site})}}"
        rules += f".on-{site}{{fill:var(--{on})}}.on-{site}-line{{stroke:var(--{on})}}"
    return rules


SHEET = """
.none{fill:none}
.paper{fill:var(--paper)}
.tint{fill:var(--tint);stroke:none}
.line{fill:none;stroke-linejoin:round;stroke-linecap:round}
.drawing{stroke:var(--ink);stroke-width:1.5}
.small-drawing{stroke:var(--ink2);stroke-width:2.5}
.tiny-drawing{stroke:var(--ink2);stroke-width:3.2}
.bag{stroke:var(--outline);stroke-width:1.6;stroke-linejoin:round}
.faded{opacity:.4}
.disc{stroke:var(--outline);stroke-width:.9}
.cover{stroke:var(--outline);stroke-width:1.1;stroke-linejoin:round}
.spine{fill:none;stroke:var(--outline);stroke-width:.8;stroke-opacity:.5}
.tooling{stroke-width:.9;stroke-opacity:.75}
.pages{fill:none;stroke:var(--on-site);stroke-width:1;stroke-opacity:.7}
.stone{fill:var(--tint);stroke-linejoin:round}
.find-outline{fill:var(--panel);stroke:var(--outline);stroke-width:1.2}
.find-ring{fill:none;stroke-width:3.8}
.sand{fill:var(--sand);stroke:var(--mountain);stroke-width:.9}
.dune{fill:none;stroke:var(--mountain);stroke-width:.9}
.grain{fill:var(--mountain)}

.sea{fill:var(--sea)}
.sea-line{fill:none;stroke:var(--sea-line)}
.sea-line-0{stroke-width:.9;opacity:.85}
.sea-line-1{stroke-width:.7;opacity:.55}
.sea-line-2{stroke-width:.6;opacity:.32}
.land{fill:var(--land)}
.shade{fill:none;stroke:var(--shade);stroke-linejoin:round}
.shade-wide{stroke-width:14;opacity:.38}
.shade-narrow{stroke-width:6;opacity:.5}
.coast{fill:none;stroke:var(--coast);stroke-width:.95;stroke-linejoin:round}
.river{fill:none;stroke:var(--river);stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round}
.graticule{fill:none;stroke:var(--coast);stroke-width:.5;opacity:.22}
.peaks{fill:none;stroke:var(--mountain);stroke-width:.8;opacity:.75;stroke-linejoin:round}
.hatching{fill:none;stroke:var(--mountain);stroke-width:.7;opacity:.55}
.name-sea{font-family:Alegreya,Georgia,serif;font-style:italic;font-weight:500;fill:var(--sea-name);letter-spacing:.14em;text-anchor:middle}
.name-region{font-family:Alegreya,Georgia,serif;font-weight:500;fill:var(--region-name);letter-spacing:.36em;text-anchor:middle}

.casing{fill:none;stroke:var(--casing);stroke-width:6;opacity:.62}
.route{fill:none;stroke:var(--route);stroke-width:1.5}
.rails{fill:none;stroke:var(--route);stroke-width:6;stroke-dasharray:1.1 7.5;opacity:.8}
.by-sea{stroke-dasharray:6.5 4.5;stroke-linecap:round}
.city{fill:var(--panel);stroke:var(--ink);stroke-width:1.6}
.city-dot{fill:var(--ink)}
.site{stroke:var(--ink);stroke-width:1.4}
.site-ring{fill:none;stroke:var(--on-site);stroke-width:.8;opacity:.55}
.place-name{font-family:Alegreya,Georgia,serif;font-weight:600}
.halo{stroke:var(--land);stroke-width:4;stroke-linejoin:round;stroke-opacity:.85}
.place-site{font-weight:700}
.phone .halo{stroke-width:3}
.bonus{stroke:var(--panel);stroke-width:1.6}

.lane{fill:var(--lane)}
.past{fill:var(--past)}
.bar{fill:var(--bar)}
.rule{fill:none;stroke:var(--bar);stroke-width:.9}
.outer-rule{fill:none;stroke:var(--bar);stroke-width:1.5}
.corner{fill:var(--panel);stroke:var(--bar);stroke-width:.9}
.star{fill:var(--bar);opacity:.8}
.start{fill:var(--muted)}
.tick{fill:none;stroke:var(--bar);stroke-width:.7;opacity:.55}
.long-tick{fill:none;stroke:var(--bar);stroke-width:.9;opacity:.9}
.week{font-weight:500;fill:var(--muted)}
.fourth-week{font-weight:700;fill:var(--ink)}
.phone .fourth-week{font-weight:600}
.year-flag{fill:var(--panel);stroke:var(--outline);stroke-width:.8}
.year-flag-text{font-weight:700;fill:var(--ink)}
.marker{stroke:var(--outline);stroke-width:1.6;stroke-linejoin:round}

.ring{fill:var(--brass);fill-opacity:.16;stroke:var(--brass);stroke-width:2.2}
.pill{fill:var(--panel);stroke:var(--brass);stroke-width:1.4}
.pill-drawing{stroke:var(--brass-ink);stroke-width:3;--tint:transparent}
.hot .pill{fill:var(--brass);stroke:var(--brass)}
.hot text{fill:var(--brass-on)}
.hot .pill-drawing{stroke:var(--brass-on)}
.ghost-ground{fill:var(--lane)}
.place-reason{font-weight:500;fill:var(--ink2)}
.flight{stroke-dasharray:1 11}
.journey-casing{fill:none;stroke:var(--panel);stroke-width:10;stroke-linecap:round}
.journey{fill:none;stroke:var(--brass);stroke-width:5;stroke-linecap:round}
.phone .journey-casing{stroke-width:7}
.phone .journey{stroke-width:3.5}
.journey-leg{fill:var(--panel);stroke:var(--brass);stroke-width:2}
.travel-week{fill:var(--brass);opacity:.24}
.action-week{fill:var(--brass);opacity:.46}
.travel-bar{fill:var(--brass);opacity:.75}
.action-bar{fill:var(--brass)}
.ghost{fill-opacity:.5;stroke:var(--ink);stroke-width:1.7;stroke-dasharray:3 2.2}

.plate{fill:var(--panel);fill-opacity:.86;stroke:var(--coast);stroke-width:1}
.plate-line{fill:none;stroke:var(--coast);stroke-width:.8}
.hair{fill:none;stroke:var(--hair);stroke-width:1}
.hair-soft{fill:none;stroke:var(--hair2);stroke-width:1}
.card{fill:var(--panel);stroke:var(--hair);stroke-width:1}
.card-line{fill:none;stroke:var(--hair);stroke-width:.9}
.card-foot{fill:var(--hair2);fill-opacity:.75;stroke:none}
.empty{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:4 3.5}
.panel{fill:var(--panel);stroke:var(--hair);stroke-width:1}
.acting{fill:none;stroke:var(--ink);stroke-width:1.6}
.band{stroke:var(--outline);stroke-width:.9}
.permit-used{fill:none;stroke:var(--ink2);stroke-width:.9}
.hatch{fill:none;stroke:var(--ink2);stroke-width:.9}
.sheet{fill:var(--panel);stroke:var(--coast);stroke-width:1}
.logo-ring{fill:none;stroke:var(--brass);stroke-width:1.3}
.logo-line{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.logo-sun{fill:var(--brass)}
"""

STYLE = scope(TYPE_STYLE + PLAYER_STYLE + site_rules() + SHEET, ROOT)
