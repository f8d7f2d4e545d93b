"""Names of people and organisations, e-mail addresses and postal addresses; all made up."""

from __future__ import annotations

from polar_bench.domains.values import Email, Organisation
from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers.setting import Setting
from polar_bench.generation.profile import Fact
from polar_bench.seeding import seed_for

_LOCAL_PARTS = {"two words": 2, "three words": 3}
_HIGHEST_HOUSE = 148


def person(setting: Setting, draw: Draw) -> Fact:
    """Return a given name, of the setting's sex where it is settled, and a family name."""
    people = pools.people()
    is_female = draw.chance(0.5) if setting.is_female is None else setting.is_female
    return Fact(f"{draw.pick(people.given(is_female=is_female))} {draw.pick(people.family)}")


def email(maker: Email, draw: Draw) -> Fact:
    """Return an address of ordinary words: "barley.lantern@postnook.example".

    Raises:
        DataError: there is no such setting of `local`.
    """
    count = _LOCAL_PARTS.get(maker.local)
    if count is None:
        known = " or ".join(f'"{local}"' for local in _LOCAL_PARTS)
        raise DataError(f"There is no local part {maker.local!r}; write {known}.")
    mail = pools.mail()
    words: list[str] = []
    while len(words) < count:
        word = draw.pick(mail.words)
        if word not in words:
            words.append(word)
    return Fact(f"{'.'.join(words)}@{draw.pick(mail.domains)}")


def organisation(maker: Organisation, draw: Draw) -> Fact:
    """Return a name with an ending of its sort: "Kestolund Savings Bank".

    Raises:
        DataError: there is no such sort.
    """
    parts = pools.organisations()
    endings = pools.chosen("sort of organisation", maker.sort, parts.endings)
    return Fact(f"{draw.pick(parts.firsts)}{draw.pick(parts.seconds)} {draw.pick(endings)}")


def address(setting: Setting, draw: Draw) -> Fact:
    """Return house number, street, postcode and town: "17 Lantern Row, 3114 Hochlinden".

    Where the address hangs on a town, the town is a fact of its own and isn't said again (no value holds another); the
    postcode is the town's. Where it hangs on a region of ours, the town is one of that region.
    """
    places = pools.places()
    house = f"{draw.between(2, _HIGHEST_HOUSE)} {draw.pick(places.streets)}"
    if setting.base is None:
        place = draw.pick(places.place.rows)
        return Fact(f"{house}, {place.area}{draw.below(10)} {place.town}")
    within = [place for place in places.place.rows if place.region == setting.base.value]
    if within:
        place = draw.pick(within)
        return Fact(f"{house}, {place.area}{draw.below(10)} {place.town}")
    return Fact(f"{house}, {_area(setting.base.value)}{draw.below(10)}")


def _area(town: str) -> str:
    """Return the first three digits of the town's postcodes; a town of a domain's own has always the same ones."""
    place = pools.place_by_town().get(town)
    return place.area if place else str(500 + seed_for("postcode", town) % 400)
