"""Pages without text that could be read: scanned, outlines, fonts without Unicode maps.
Every function makes one book; what stands above it draws it."""
from . import alter, flowing, ids
from . import reportlab_pages as rl
from .model import Book
from .sets import Files

files = Files()


def scans(book, path):
    rl.draw(book, path, layout='boxed' if book.country == 'AR' else 'banded', size='a5' if book.country == 'AR' else 'a4')
    alter.scanned(book, path)
    alter.boxes(book, path)


@files.add(scans)
def ar_scanned():
    b = Book('ar-scanned', 'AR', 18, 'ReportLab, scanned', 'Scanned receipts on A5, without text: straight, skewed, turned, with a wrong layer of recognised text.')
    it = iter(b.people)

    def own(trap, expected='listo', why='', forbidden=(), rotate=None, printed=None, **scan):
        who = next(it)
        page = b.page(who, rows=6, **(printed or {}))
        page.art = dict(scan=scan) | (dict(rotate=rotate) if rotate else {})
        b.add(page, who, expected, ['scanned', trap], why, forbidden, 'ocr')
        return who
    own('scan-200', dpi=200)
    own('scan-200', dpi=200, skew=0.6)
    own('scan-300', dpi=300, skew=-0.8, quality=25)
    own('scan-skewed', dpi=200, skew=1.8)
    own('scan-soft', 'either', 'soft and speckled', dpi=200, soft=1.1, noise=9, quality=22)
    own('scan-turned', dpi=200, rotate=90)
    own('scan-turned', dpi=200, rotate=180)
    a, c = b.people[16], b.people[15]
    for other in (a, c):
        who = next(it)
        page = b.page(who, rows=6)
        page.art = dict(scan=dict(dpi=200, layer=[b.words['id'] + ' ' + ids.shown('AR', other.cuil), b.named(other), 'RECIBO DE HABERES']))
        b.add(page, who, 'either', ['scanned', 'wrong-layer'], 'its hidden text names another', [other], 'ocr')
    who = next(it)
    page = b.page(who, rows=6)
    page.art = dict(scan=dict(dpi=200, layer=['RECIBO DE HABERES', b.named(who), 'C.U.I.L. ' + ids.shown('AR', who.cuil)]))
    b.add(page, who, 'either', ['scanned', 'right-layer'], 'its hidden text is right', (), 'ocr')
    who = next(it)
    page = b.page(who, rows=6, id=ids.shown('AR', ids.transposed(who.cuil, b.rng)))
    page.art = dict(scan=dict(dpi=200))
    b.add(page, who, 'exception', ['scanned', 'transposed'], 'two digits exchanged', (), 'ocr')
    who = next(it)
    page = b.page(who, rows=6)
    b.add(page, who, traps=['between-scans'])
    return b


@files.add(scans)
def br_scanned():
    b = Book('br-scanned', 'BR', 14, 'ReportLab, scanned', 'Scanned as fax machines and copiers do: black and white, 300 and 200 dpi.')
    for i, who in enumerate(b.people[:12]):
        page = b.page(who, rows=6, name=b.named(who, 1))
        page.art = dict(scan=dict(dpi=300 if i % 3 else 200, g4=True, skew=(0, 0.5, -0.7, 1.2)[i % 4], noise=3))
        if i == 10:
            page.set(b.words['id'], ids.shown('BR', ids.wrong_digit('BR', who.cuil, b.rng)))
            b.add(page, who, 'exception', ['scanned', 'wrong-digit'], 'check digit is wrong', (), 'ocr')
        elif i == 11:
            other = b.people[0]
            page.set(b.words['name'], b.named(other, 1))
            b.add(page, None, 'exception', ['scanned', 'name-of-another'], 'id of one, name of another', [who, other], 'ocr')
        else:
            b.add(page, who, 'listo', ['scanned', 'scan-fax'], '', (), 'ocr')
    return b


def half_maps(book, path):
    rl.draw(book, path, layout='boxed')
    alter.unmapped(path)


@files.add(half_maps)
def ar_half_mapped():
    b = Book('ar-half-mapped', 'AR', 10, 'ReportLab, pikepdf', 'Fonts whose codes are ASCII, but whose accented letters read as something else.')
    for who in b.people:
        b.add(b.page(who), who, 'either', ['no-accents'], 'accented letters read as others', (), 'ocr')
    return b


def identity(book, path):
    flowing.chromium(book, path, 'cards')
    alter.unmapped(path)


@files.add(identity)
def cl_unmapped():
    b = Book('cl-unmapped', 'CL', 10, 'Chromium, pikepdf', 'Fonts without Unicode maps, whose codes are glyph numbers: no text at all.')
    for who in b.people:
        b.add(b.page(who), who, 'listo', ['no-unicode-map'], '', (), 'ocr')
    return b


def as_curves(book, path):
    flowing.cairo_pages(book, path)
    alter.curves(path)


@files.add(as_curves)
def cl_curves():
    b = Book('cl-curves', 'CL', 8, 'cairo, Ghostscript', 'Text as outlines: no text, no picture.')
    for who in b.people[:3]:
        b.add(b.page(who, rows=3), who, 'listo', ['outlines'], '', (), 'ocr')
    return b
