"""What headings, field names, status words and relation phrases are called, by language.

One module a language, one table in it; `LANGUAGES` lists them. To add a language, write its table
and name it here: nothing else knows that there are several.
"""

from compiler.languages import (
    chinese,
    dutch,
    english,
    french,
    german,
    italian,
    japanese,
    korean,
    polish,
    portuguese,
    russian,
    spanish,
)
from compiler.languages.table import Language

LANGUAGES: tuple[Language, ...] = (
    english.TABLE,
    german.TABLE,
    french.TABLE,
    spanish.TABLE,
    portuguese.TABLE,
    italian.TABLE,
    dutch.TABLE,
    polish.TABLE,
    russian.TABLE,
    chinese.TABLE,
    japanese.TABLE,
    korean.TABLE,
)
