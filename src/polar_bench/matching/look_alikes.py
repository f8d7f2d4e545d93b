"""Letters of other scripts that look like Latin ones, by the Latin letter (lower case) that they pass for.

Our own choice: letters that a reader takes for Latin in the common fonts. Full-width, mathematical and circled letters
need no entry: NFKC folds them.
"""

from __future__ import annotations

_CYRILLIC = (
    "АВСЕНІЈКМОРЅТХУаеорсухіјѕһӏԁԛԝкмтвԍ",
    "abcehijkmopstxyaeopcyxijshldqwkmtbg",
)
_GREEK = (
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρτυικχεϲϳ",
    "abezhikmnoptyxoavptuikxecj",
)
_OTHER_LATIN = (
    "ɑɡıɩᴀʙᴄᴅᴇɢʜᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ",
    "agiiabcdeghjklmnoprtuvwyz",
)

LOOK_ALIKES = {
    foreign: latin
    for foreigns, latins in (_CYRILLIC, _GREEK, _OTHER_LATIN)
    for foreign, latin in zip(foreigns, latins, strict=True)
}
