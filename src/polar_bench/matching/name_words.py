"""Word lists that the grammars of names read: what is no name beside a name, and names that are words, too.

Facts only. All in folded form, without diacritics. Values are known, so these are no dictionaries of people
(reference/users-reports.md row 67): they settle only what a capital beside a known name means.
"""

from __future__ import annotations

from functools import lru_cache

from polar_bench.matching.words import is_common


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list that reads as a text."""
    return frozenset(text.split())


TITLES = word_set(
    """
    captain dame dipl doctor dr fr frau herr herrn hr ing judge lady lord madam madame med miss mlle mme monsieur mr
    mrs ms mx prof professor rev reverend senor senora sergeant signor signora sir sr sra
    """
)
# After a name in scripts without spaces
HONORIFICS = "先生|女士|小姐|太太|老师|老師|医生|醫生|教授|经理|總|总|さん|様|さま|君|くん|ちゃん|氏|씨|님"
PARTICLES = word_set(
    """
    af al av bin da das de del della den der di do dos du e el ibn la las le los ten ter van von y zu zum zur
    """
)
# Capitalised beside a name without being one: sentence openers, roles, days and months
NEIGHBOURS = word_set(
    """
    adviser advisor applicant april asap attn august beneficiary best born borrower boss bride bsc caller case cc
    cheers claimant complainant cv dad dds deceased defendant esq est friend fyi good greetings guest heirs hey
    holder ii iii incl insured iv jr july june kunde kundin landlady liebe lieber locum march marz may mba md mieter
    mieterin msc namens nephew niece patientin phd plaintiff policyholder ps purchaser re referee sincerely sr will
    young
    """
)
# Names that are words: alone they need their capital
COMMON = word_set(
    """
    able ace alphabet amazon amber angel apple april archer arms art ash august autumn bailey baker ball bank banks
    barber bath battle bay beach bean bear beard bell bergen berry best bill bird bishop bitter black blessing blue
    blunt bob bond booth boss bowler box brand bright brook brooke brooks brown buck bud buddy bull burn burns bush
    butcher butler candy carpenter carter case cash chance chapel charity chase cherry chip christian church clay
    clear clerk cliff close constance cook cooper cork cotton court cox craft crane crook cross crow crystal daisy
    dale dawn day days deacon deal dean delta destiny dolly drake drew duke dusty earl early east ember english
    ernest essen eve fair faith fall farmer field fields finch fisher flint flood flower flowers foot forest foster
    fountain fox frank french friend frost gale gap garden gardener gay gene gentle ginger glass glen gold golden
    good goodman grace grant graves gray green grey grove guest gun guy hall halle hand hardy harp hart hawk hay
    hays hazel head heath heather herb hill hills holly home honor honour hook hope horn house hove hunt hunter iris
    ivy jack jade jay jean jewel job joy judge july june justice kay key keys king knight lake lamb lance lane law
    lay lee light lily little lock long lord love low luck lusk major march mark marsh mason mat max may meadow
    melody mercy meta mild mile miles mill miller mills min mobile monk moody moon morning moss mount nice nick
    noble norm north oak olive oracle orange pace page parish park parks parrot pat patience peach peacock pearl peg
    penny people pepper pierce pike pitt plum pole pond pool poor poppy porter post pot potter pound power price
    pride prince prudence quick rain randy ranger ray read reading rice rich ring river rivers rob robin rock rod
    rose rosemary rowan royal ruby rugby rush rusty sage sailor salt sand sandwich sandy savage serene sergeant
    shade sharp shell shepherd shield shields shore short silver singen singer skip sky slack small smith snow song
    sparrow split spring sprint square stable star stone story strange stream street stripe strong subway sue summer
    summers swan sweet swift target teal temple terry thorn tiger town trinity tucker turner visa wade walker wall
    ward warden waters way weaver webb week well wells west white wild will wills winter winters wise wolf wood
    woods worms wright young zoom zug
    """
)
# Too frequent to be a name by themselves: they need a title or the rest of the name
FUNCTION = word_set(
    """
    a an and any are as at be but by de do du for from go had has he her him his i if in is it its ja la le me my no
    not of on or our out see she so than that the their them then they this to too up us van von was we who why yes
    you your
    """
)
# After one of these, a capital at a sentence's head says nothing about a common word: "May I", "Bill the client"
OPENED = word_set(
    """
    a all an and any as at be by can each for from he i in is it may me my not of on or our out she that the these
    they this those to up us was we will you your
    """
)
MONTHS = word_set(
    """
    april august december february january juli july june juni mai march may november october september
    """
)
DAYS = word_set("mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday")


def is_neighbour(word: str) -> bool:
    """Tell whether a capitalised word beside a name is no name itself; a word that is a name, too, is taken for one."""
    return word in NEIGHBOURS or word in TITLES or (is_common(word) and word not in COMMON)


@lru_cache(maxsize=16_384)
def is_any_word(names: tuple[str, ...]) -> bool:
    """Tell whether any spelling of a name is a word."""
    return any(is_word(name) for name in names)


def is_word(name: str) -> bool:
    """Tell whether a name, alone, needs its capital: it's a word of the language, or shorter than three letters."""
    return len(name) < 3 or name in COMMON or name in FUNCTION or is_common(name)
