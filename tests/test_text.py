"""What prose and short texts may hold (PROTOCOL, "Entry")."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookynb import text
from spookynb.errors import BadText

REFUSED_IN_WORDS = ["\x00", "\x1b", "\n", "\u2028", "\u2029", "\u202e", "\u2066", "\u200b", "\u2060", "\ufeff", "\ud800", "\u200e"]


@given(st.text(max_size=300))
def test_prose_is_clean_or_refused_and_cleaning_twice_changes_nothing(anything):
    try:
        clean = text.prose(anything)
    except BadText as error:
        assert error.safe and error.todo
        return
    assert text.prose(clean) == clean == unicodedata.normalize("NFC", clean)
    assert "\r" not in clean


@given(st.text(max_size=300))
def test_words_are_one_clean_line_or_refused(anything):
    try:
        clean = text.words(anything)
    except BadText:
        return
    assert text.words(clean) == clean
    assert len(clean) <= text.WORDS_LIMIT and "\n" not in clean


@pytest.mark.parametrize("char", REFUSED_IN_WORDS)
def test_words_refuse_invisible_and_control_characters_by_place_and_name(char):
    with pytest.raises(BadText) as refused:
        text.words(f"Bob{char}by")
    assert refused.value.data["place"] == 3
    assert refused.value.data["char"] == f"U+{ord(char):04X}"


def test_a_joiner_stands_between_emoji_only():
    assert text.words("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"
    with pytest.raises(BadText):
        text.words("a\u200db")


@pytest.mark.parametrize("char", ["\x07", "\u0085", "\u2028", "\u2029", "\x7f"])
def test_prose_refuses_what_a_journal_cannot_hold(char):
    with pytest.raises(BadText) as refused:
        text.prose(f"once{char}")
    assert refused.value.data["place"] == 4


@pytest.mark.parametrize("words", ["\u00ad", "\u3164", "\u2800 \u115f", "\ufe0f", "\U000e0041\U000e0042", "\u034f" * 20])
def test_words_of_which_nothing_shows_are_refused_and_the_rest_stay(words):
    with pytest.raises(BadText, match=f"U\\+{ord(words[0]):04X}"):
        text.words(words)
    assert text.words(f"Bob{words}") == f"Bob{words}"


def test_what_has_no_name_is_not_called_by_another():
    assert text.character("\x1b") == "U+001B control character"
    assert text.character("\ud800") == "U+D800 lone half of a character"
    assert text.character("\u0378") == "U+0378 character without a name"
    assert text.character("\u2212") == "U+2212 minus sign"


def test_line_ends_of_every_kind_become_one():
    assert text.prose("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_limits_are_named():
    assert len(text.prose("x" * text.PROSE_LIMIT)) == text.PROSE_LIMIT
    with pytest.raises(BadText, match="20,000"):
        text.prose("x" * (text.PROSE_LIMIT + 1))
    with pytest.raises(BadText, match="200"):
        text.words("x" * 201)
    with pytest.raises(BadText, match="200"):
        text.words("x" * 10_000_000)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Burnout", "BURNOUT", True),
        ("Wylde Chylde", "wylde-chylde", True),
        ("O'Hara", "O\u2019Hara", True),
        ("Caf\u00e9", "Cafe\u0301", True),
        ("Wes", "Wess", False),
        ("!!!", "???", False),
    ],
)
def test_names_are_compared_without_case_punctuation_and_spacing(one, other, same):
    """SB-6."""
    assert (text.key(one) == text.key(other)) is same


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=60))
def test_plain_names_compare_as_the_same_names_with_a_foreign_letter_do(name):
    """The quick way for ASCII and the long way agree."""
    assert text.key(f"{name} \u00e9").removesuffix("\u00e9").strip() == ("" if not any(map(str.isalnum, name)) else text.key(name))
