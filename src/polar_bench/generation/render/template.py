"""The template renderer: content laid out in the profile's form."""

from __future__ import annotations

from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.profile import Profile
from polar_bench.generation.render.content import content
from polar_bench.generation.render.filling import Filler
from polar_bench.generation.render.layouts import LAYOUTS
from polar_bench.generation.render.layouts.frame import Frame, cast_of
from polar_bench.generation.render.stock import forms
from polar_bench.sample import Document

GENERATOR = "template/1"
_OVERHEAD = {"chat": 200, "voicemail": 90, "record": 70}
"""Words that a layout adds to what is said, about; 45 for those that aren't named."""


def document(profile: Profile, holds: str | None = None) -> Document:
    """Render the profile's document; `holds` names the conditional attribute whose condition is met there.

    Without `holds` it is the profile's own; the document of the other truth differs in the two fact sentences alone.
    """
    name = layout_of(profile.spec, profile.key.form)
    cast = cast_of(profile)
    filler = Filler(profile, present=[person.given for person in cast])
    said = content(profile, filler, holds or profile.holds, overhead=_OVERHEAD.get(name, 45))
    text = LAYOUTS[name](said, Frame(profile, filler, cast))
    return Document(text=text.strip() + "\n", form=profile.key.form, noise=profile.noise_level)


def layout_of(spec: DomainSpec, form: str) -> str:
    """Return the name of the layout of `form`: the domain file's own, else the package's, else "note"."""
    return dict(spec.layouts).get(form) or forms().layouts.get(form, "note")
