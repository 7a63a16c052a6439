"""Write all playthroughs anew: do so only when a rule or the view has changed on purpose, and read the difference."""

from tests.playthroughs import files, playthrough

for path, name, seats in files():
    path.write_text("\n".join(playthrough(name, seats)) + "\n", encoding="utf-8")
