"""The third set: layouts as payroll programs of eleven countries print them, each drawn by itself."""
from . import ids
from .model import Book
from .printed import draw, said
from .sets import Files
from .third_layouts import LAYOUTS

DONE = Files()
COUNTRIES = {'ar-grid': 'AR', 'ar-line': 'AR', 'cl-portal': 'CL', 'pe-official': 'PE', 'co-joined': 'CO', 'mx-issuer': 'MX', 'uy-groff': 'UY',
             'br-copies': 'BR', 'ec-roll': 'EC', 'py-printer': 'PY', 'cr-slip': 'CR'}


def make(name):
    country = COUNTRIES[name]
    _, _, producer, about, name_style, id_styles, second = LAYOUTS[name]
    book = Book(name, country, 20, {'weasyprint': 'WeasyPrint', 'chromium': 'Chromium', 'groff': 'groff'}[producer], about)
    book.name_style, book.layout = name_style, LAYOUTS[name]
    people = book.people
    for i, who in enumerate(people[1:6]):
        book.id_style = id_styles[i % len(id_styles)]
        book.add(said(book, who, book.page(who, rows=5 + i)), who, traps=['plain'], forbidden=[people[0]])
    book.id_style = id_styles[0]
    if second:
        for who in people[6:8]:
            whole = book.page(who, rows=16)
            first, rest = whole.copy(rows=whole.rows[:8], totals=[]), whole.copy(rows=whole.rows[8:])
            book.add([said(book, who, first, (1, 2)), said(book, who, rest, (2, 2))], who, traps=['two-pages'], forbidden=[people[0]])
    # Who signs for the company has a receipt as well.
    book.add(said(book, people[0], book.page(people[0])), people[0], 'either', ['signs-for-the-company'], 'whoever signs all receipts')
    one, other = people[8], people[9]
    book.add(said(book, one, book.page(one), name=book.named(other, name_style), first=other.firstName, last=other.lastName), None, 'exception', ['name-of-another'], 'id of one, name of another', [one, other])
    who, stranger = people[10], book.stranger()
    book.add(said(book, stranger, book.page(stranger)), None, 'exception', ['unknown'], 'nobody of the people', people[:1])
    if country not in ('PE', 'CO', 'PY', 'CR', 'BO'):
        wrong = ids.wrong_digit(country, who.cuil, book.rng)
        book.add(said(book, who, book.page(who), id=ids.shown(country, wrong, id_styles[0])), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who, near = people[11], people[12]
    book.add(said(book, who, book.page(who), id='', dni='', curp='', account=near.cuil), who, 'exception', ['no-id', 'account-is-id'], 'no id; the account number is somebody’s', [near])
    for who in people[-2:]:
        book.add(said(book, who, book.page(who)), who, traps=['namesake'])
    return book


for _name in LAYOUTS:
    DONE.append((lambda name=_name: make(name), draw))
