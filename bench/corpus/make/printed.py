"""Receipts that are printed each by a layout of its own: what may stand on them, and how a page of HTML or groff becomes a PDF."""
import pathlib
import tempfile
from html import escape as e
from . import flowing, ids


def draw(book, path):
    css, body, producer = book.layout[:3]
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
