"""The third set: layouts as payroll programs of eleven countries print them, each drawn by itself."""
import pathlib
import tempfile
from html import escape as e
from . import flowing, ids
from .model import Book
from .sets import Files
from .third_layouts import LAYOUTS

DONE = Files()
COUNTRIES = {'ar-grid': 'AR', 'ar-line': 'AR', 'cl-portal': 'CL', 'pe-official': 'PE', 'co-joined': 'CO', 'mx-issuer': 'MX', 'uy-groff': 'UY',
             'br-copies': 'BR', 'ec-roll': 'EC', 'py-printer': 'PY', 'cr-slip': 'CR'}


def draw(book, path):
    css, body, producer = LAYOUTS[book.name][:3]
    if producer == 'groff':
        path.write_bytes(flowing.run('groff', '-t', '-Tpdf', '-K', 'utf8', '-P-pa4', data='\n.bp\n'.join(body(p.art['say']) for p in book.pages).encode()))
        return
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'in.html'
        source.write_text(f'<!doctype html><meta charset="utf-8"><title>Recibos</title><style>section {{ break-after: page }} section:last-child {{ break-after: auto }} {css}</style>'
                          + ''.join(f'<section>{body(p.art["say"])}</section>' for p in book.pages))
        if producer == 'weasyprint':
            flowing.run('weasyprint', source, path)
        else:
            flowing.run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', f'--user-data-dir={folder}/profile', '--no-pdf-header-footer',
                        '--disable-pdf-tagging', f'--print-to-pdf={path}', source.as_uri())


def said(book, who, page, sheet=None, **change):
    """All that a layout may print of somebody."""
    e_ = book.employer
    say = dict(name=book.named(who, book.name_style), id=ids.shown(book.country, who.cuil, book.id_style), dni=who.dni, file=who.fileNumber, first=who.firstName, last=who.lastName,
               job=page.fields[-2][1] if book.country != 'PE' else page.fields[-3][1], since='01/03/2015', company=e_['name'], address=e_['address'], tax=e_['id'], phone=e_['phone'],
               rows=page.rows, totals=page.totals, boss=book.named(book.people[0], 1), boss_id=ids.shown(book.country, book.people[0].cuil), account=f'{book.rng.randrange(10**9, 10**10 - 1)}',
               curp=ids.curp(who.cuil, book.rng) if book.country == 'MX' else '', sheet=sheet, period='10/2026', number=len(book.pages) + 1001)
    say.update(change)
    page.fields = [('', say['name']), ('', say['id'])] if sheet is None or sheet[0] == 1 else []
    page.art['say'] = {k: [[e(x) for x in r] for r in v] if k in ('rows', 'totals') else e(v) if isinstance(v, str) and book.name != 'uy-groff' else v for k, v in say.items()}
    return page


def make(name):
    country = COUNTRIES[name]
    _, _, producer, about, name_style, id_styles, second = LAYOUTS[name]
    book = Book(name, country, 20, {'weasyprint': 'WeasyPrint', 'chromium': 'Chromium', 'groff': 'groff'}[producer], about)
    book.name_style = name_style
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
