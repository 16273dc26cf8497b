"""Tables of a page: long words of code in them may be parted, and where a cell holds a sentence, a narrow screen shows each row as a card."""
import html
import re

SENTENCE = 40  # characters of a cell that is one, at least
LONG = 24      # characters of a word that is never parted, at most


def parted(code):
    """A long name may go on in the next line after each of its parts."""
    text = html.unescape(code[2])
    return code[0] if len(text) <= LONG else f"<code{code[1]}>{re.sub(r'(?<=[_.,/|])(?=[A-Za-z{])', '<wbr>', code[2])}</code>"


def words(cell):
    return html.unescape(re.sub(r"<[^>]*>", "", cell)).strip()


def card(row, heads):
    """A row whose cells name their column. The first cell is the card's head and does so only where it is a number."""
    columns = iter(enumerate(heads))

    def cell(match):
        column, head = next(columns, (0, ""))
        told = re.match(r"[\d.]", match[2]) if column == 0 else len(heads) > 2
        return f'<td{match[1]} data-head="{html.escape(head)}">{match[2]}' if head and told else match[0]
    return re.sub(r"<td([^>]*)>([^<]*)", cell, row)


def with_table(match):
    table = re.sub(r"<code([^>]*)>([^<]*)</code>", parted, match[0])
    heads = [words(head) for head in re.findall(r"<th[^>]*>(.*?)</th>", table, re.S)]
    if max(map(len, map(words, re.findall(r"<td[^>]*>(.*?)</td>", table, re.S))), default=0) < SENTENCE:
        return table
    return re.sub(r"<tr>.*?</tr>", lambda row: card(row[0], heads), table, flags=re.S).replace("<table>", '<table class="cards">', 1)


def with_tables(body):
    return re.sub(r"<table>.*?</table>", with_table, body, flags=re.S)
