"""The fourth set: layouts unlike those of the others, as payroll programs of eleven countries print them, with what tempts to take another."""
import pathlib
import tempfile
import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen import canvas
from . import alter, ids, printed
from . import reportlab_pages as rl
from .fourth_layouts import LAYOUTS
from .model import Book, Page
from .printed import said
from .sets import Files

DONE = Files()
DIGITS = ('AR', 'BR', 'CL', 'EC', 'MX', 'UY')
PRODUCERS = {'weasyprint': 'WeasyPrint', 'chromium': 'Chromium'}


class Roll:
    """A book of one layout, whose next person is taken each time."""

    def __init__(self, name, country, count=20, readable='text', producer=''):
        css, body, made_by, about, name_style, self.styles = LAYOUTS[name]
        self.book = Book(name, country, count, PRODUCERS[made_by] + producer, about)
        self.book.layout, self.book.name_style, self.readable = LAYOUTS[name], name_style, readable
        self.boss, *self.left = self.book.people[:-2]
        self.twins = self.book.people[-2:]
        self.art = lambda n: {}

    def next(self):
        return self.left.pop(0)

    def page(self, who, sheet=None, rows=7, like=None, **change):
        b = self.book
        b.id_style = self.styles[len(b.pages) % len(self.styles)]
        page = said(b, who, like or b.page(who, rows=rows), sheet, **change)
        page.art |= self.art(len(b.pages))
        return page

    def add(self, pages, who, expected='listo', traps=('plain',), why='', forbidden=()):
        self.book.add(pages, who, expected, list(traps), why, forbidden, self.readable)

    def plain(self, count, **change):
        for _ in range(count):
            who = self.next()
            self.add(self.page(who, **change), who, forbidden=[self.boss])

    def shown(self, who):
        return ids.shown(self.book.country, who.cuil)

    def with_kin(self, known=True, **change):
        """A relative's id, who is an employee too or nobody's, stands on the receipt."""
        who, kin = self.next(), self.next() if known else self.book.stranger()
        kin.lastName = who.lastName
        self.add(self.page(who, kin=self.book.named(kin), kin_id=self.shown(kin), **change), who, 'either' if known else 'listo', ['relatives-id'],
                 'another employee’s id' if known else '', [kin] if known else [])

    def faults(self, *kinds, **change):
        b = self.book
        for kind in kinds:
            who = self.next()
            if kind == 'other-name':
                other = self.next()
                self.add(self.page(who, name=b.named(other), first=other.firstName, last=other.lastName, **change), None, 'exception', [kind], 'id of one, name of another', [who, other])
            elif kind == 'wrong-digit' and b.country in DIGITS:
                self.add(self.page(who, id=ids.shown(b.country, ids.wrong_digit(b.country, who.cuil, b.rng)), **change), who, 'exception', [kind], 'check digit is wrong')
            elif kind == 'transposed':
                self.add(self.page(who, id=ids.shown(b.country, ids.transposed(who.cuil, b.rng)), **change), who, 'exception', [kind], 'two figures exchanged')
            elif kind == 'no-id':
                other = self.next()
                self.add(self.page(who, id='', dni='', curp='', account=other.cuil[-10:].rjust(10, '4'), **change), who, 'exception', [kind, 'account-is-id'], 'no id; the account holds somebody’s', [other, self.boss])
            elif kind == 'kins-id':
                kin = self.next()
                kin.lastName = who.lastName
                self.add(self.page(who, id='', dni='', curp='', kin=b.named(kin), kin_id=self.shown(kin), **change), who, 'exception', [kind], 'the only right id is a relative’s', [kin, self.boss])
            elif kind == 'inactive':
                who.state = 'inactive'
                self.add(self.page(who, **change), who, 'exception', [kind], 'left the company')
            elif kind == 'unknown':
                stranger = b.stranger()
                self.add(self.page(stranger, **change), None, 'exception', [kind], 'nobody of the people', [self.boss])

    def boss_too(self, **change):
        self.add(self.page(self.boss, **change), self.boss, 'either', ['signs-for-the-company'], 'whoever signs all receipts')

    def namesakes(self, **change):
        for who in self.twins:
            self.add(self.page(who, **change), who, traps=['namesake'], forbidden=[x for x in self.twins if x is not who])


def made(roll):
    return roll.book


@DONE.add(printed.draw)
def ar_sides():
    r = Roll('ar-sides', 'AR')
    r.plain(6)
    r.boss_too()
    r.faults('other-name', 'wrong-digit', 'unknown', 'inactive')
    r.namesakes()
    return made(r)


def turned(book, path):
    printed.draw(book, path)
    alter.boxes(book, path)


@DONE.add(printed.draw)
def br_sign():
    r = Roll('br-sign', 'BR')
    r.plain(3, signs='')
    for _ in range(2):
        who = r.next()
        r.add(r.page(who, signs=r.book.named(who, 3)), who)
    r.with_kin(known=False, signs='')
    r.with_kin(signs='')
    r.faults('kins-id', 'other-name', 'wrong-digit', signs='')
    r.namesakes(signs='')
    return made(r)


@DONE.add(printed.draw)
def cl_leaders():
    r = Roll('cl-leaders', 'CL')
    r.plain(4)
    for _ in range(2):
        who = r.next()
        whole = r.book.page(who, rows=18)
        first, rest = whole.copy(rows=whole.rows[:9], totals=[]), whole.copy(rows=whole.rows[9:])
        r.add([r.page(who, (1, 2), like=first), r.page(who, (2, 2), like=rest)], who, traps=['two-pages'], forbidden=[r.boss])
    r.boss_too()
    r.faults('other-name', 'wrong-digit', 'no-id')
    r.namesakes()
    return made(r)


@DONE.add(printed.draw)
def mx_chain():
    r = Roll('mx-chain', 'MX')
    r.plain(5)
    r.faults('other-name', 'wrong-digit', 'unknown', 'inactive')
    r.namesakes()
    return made(r)


@DONE.add(printed.draw)
def pe_kin():
    r = Roll('pe-kin', 'PE', 24)
    r.plain(3)
    r.with_kin(known=False)
    r.with_kin(known=False)
    r.with_kin()
    r.boss_too()
    r.faults('other-name', 'kins-id', 'no-id')
    r.namesakes()
    return made(r)


def copied(book, path):
    printed.draw(book, path)
    alter.scanned(book, path, seed=41)


@DONE.add(copied)
def co_scan():
    r = Roll('co-scan', 'CO', readable='ocr', producer=', scanned')
    r.art = lambda n: dict(scan=dict(dpi=(200, 150)[n % 2], skew=(0.5, -0.8, 0, 1.1)[n % 4], noise=2.5, quality=18))
    r.plain(6, rows=4)
    r.faults('other-name', 'kins-id', rows=4)
    return made(r)


@DONE.add(turned)
def ec_heads():
    r = Roll('ec-heads', 'EC')
    r.art = lambda n: (dict(rotate=90), dict(margin=40), dict(offset=(-120, 300)))[n % 3]
    r.plain(5)
    r.boss_too()
    r.faults('other-name', 'wrong-digit', 'unknown')
    r.namesakes()
    return made(r)


def layered(book, path):
    """A picture of each page under its own text, which is there and isn't drawn."""
    printed.draw(book, path)
    pictures = path.with_suffix('.scanned.pdf')
    pictures.write_bytes(path.read_bytes())
    alter.scanned(book, pictures, seed=43)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf, pikepdf.open(pictures) as scans:
        for page, scan in zip(pdf.pages, scans.pages):
            # WeasyPrint's pages share their resources; each has a picture of its own.
            page.Resources = pikepdf.Dictionary(page.Resources)
            page.Resources['/XObject'] = pikepdf.Dictionary(S=pdf.copy_foreign(scan.Resources.XObject.S))
            page.contents_add(b'q ' + scan.Contents.read_bytes() + b' Q 3 Tr', prepend=True)
        alter.save(pdf, path)
    pictures.unlink()


@DONE.add(layered)
def py_layer():
    r = Roll('py-layer', 'PY', readable='ocr', producer=', scanned')
    r.art = lambda n: dict(scan=dict(dpi=(200, 170)[n % 2], noise=2, quality=16))
    r.plain(5, rows=5)
    r.faults('other-name', 'no-id', rows=5)
    return made(r)


@DONE.add(printed.draw)
def cr_wide():
    r = Roll('cr-wide', 'CR')
    r.plain(5)
    r.with_kin(known=False)
    r.boss_too()
    r.faults('other-name', 'kins-id', 'no-id')
    for page in r.book.pages:
        page.fields = []
    r.namesakes()
    return made(r)


@DONE.add(printed.draw)
def bo_card():
    r = Roll('bo-card', 'BO')
    places = iter(('LP', 'L.P.', 'CB', 'SC.', 'PT', 'OR') * 4)
    for _ in range(5):
        r.plain(1, place=next(places))
    r.boss_too(place='PT')
    r.faults('other-name', 'no-id', 'unknown', place='LP')
    r.namesakes(place='TJ')
    return made(r)


@DONE.add(copied)
def br_strip():
    r = Roll('br-strip', 'BR', readable='ocr', producer=', scanned')
    r.art = lambda n: dict(scan=dict(dpi=200, g4=True, skew=(-0.4, 0.9, 0)[n % 3], noise=5))
    r.plain(4, rows=5)
    r.faults('other-name', 'transposed', rows=5)
    return made(r)


def without_maps(book, path):
    printed.draw(book, path)
    alter.unmapped(path)


@DONE.add(without_maps)
def uy_glyphs():
    r = Roll('uy-glyphs', 'UY', readable='ocr', producer=', pikepdf')
    r.plain(4)
    r.faults('other-name')
    return made(r)


@DONE.add(printed.draw)
def ar_before():
    r = Roll('ar-before', 'AR', 24)
    b = r.book
    r.plain(2)

    def annexed(tie, expected, why, owner=None, trap='annex'):
        who, other = r.next(), r.next()
        former = ids.shown('AR', ids.cuil('30', b.rng.randrange(50_000_000, 71_999_999)))
        first = r.page(who)
        said_ = tie(who, other, first.art['say']['number'])
        second = r.page(owner(other) if owner else who, (2, 2), tie=said_, former=former, number=first.art['say']['number'] if not owner else 9)
        if expected == 'listo':
            r.add([first, second], who, traps=[trap], forbidden=[other])
        else:
            r.add(first, who, 'either', ['before-' + trap], why, [other])
            r.add(second, None, 'exception', [trap], why, [who, other])
    annexed(lambda who, other, number: f'Empleado: {b.named(who)} &nbsp; Legajo {who.fileNumber} &nbsp; Hoja 2/2', 'listo', '')
    annexed(lambda who, other, number: f'Empleado: {b.named(who)} &nbsp; CUIL {r.shown(who)}', 'listo', '')
    annexed(lambda who, other, number: '', 'exception', 'nothing ties the annex to the receipt', lambda other: other, 'annex-alone')
    annexed(lambda who, other, number: f'Empleado: {b.named(other)}', 'exception', 'the annex is another’s, by name', lambda other: other, 'annex-of-another')
    annexed(lambda who, other, number: f'Legajo {other.fileNumber}', 'exception', 'the annex is another’s, by file number', lambda other: other, 'annex-of-another')
    for _ in range(3):
        who = r.next()
        r.add(r.page(who, id='', dni=''), who, 'exception', ['file-number-alone'], 'name and file number, no id')
    r.faults('other-name', 'wrong-digit', dni='')
    r.namesakes()
    return made(r)


def overlaid(book, path):
    """Values alone, in the places of a form that was printed before: labels are on the paper, not in the file."""
    w, h = rl.SIZES['a4']
    c = canvas.Canvas(str(path), pagesize=(w, h), pageCompression=1, invariant=1)
    c.setProducer('ReportLab')
    for p in book.pages:
        s = p.art['say']

        def put(x, y, text, right=False):
            c.setFont('Mono', 9)
            (c.drawRightString if right else c.drawString)(x * mm, h - y * mm, text)
        for x, y, text in ((14, 20, s['company'].upper()), (14, 25, s['tax']), (150, 20, 'OCTUBRE 2026'), (14, 44, s['file']), (34, 44, s['name']), (140, 44, s['id']), (14, 54, s['since']), (60, 54, s['job'].upper()),
                           (14, 64, s['address'].upper()), (120, 64, '09/2026 BANCO NACION 12/10/2026')):
            put(x, y, text)
        y = 84
        for code, name, quantity, credit, debit in s['rows']:
            put(14, y, code)
            put(30, y, name.upper())
            put(120, y, quantity, True)
            put(155 if credit else 190, y, credit or debit, True)
            y += 5
        for i, (_, total) in enumerate(s['totals']):
            put((155, 190, 190)[i], (200, 200, 212)[i], total, True)
        put(14, 222, f'CBU 0110{s["account"]}{s["account"][:8]}')
        c.showPage()
    c.save()


LAYOUTS['ar-overlay'] = ('', None, 'weasyprint', 'Values alone: their labels are printed on the paper, not in the file.', 2, ('usual', 'bare'))


@DONE.add(overlaid)
def ar_overlay():
    r = Roll('ar-overlay', 'AR')
    r.book.producer = 'ReportLab'
    r.plain(5)
    r.faults('other-name', 'wrong-digit', 'unknown', 'inactive')
    r.namesakes()
    return made(r)


def halves(book, path):
    """Two half pages above each other, values at the right edge, ids spelled letter by letter."""
    w, h = rl.SIZES['a4']
    c = canvas.Canvas(str(path), pagesize=(w, h), pageCompression=1, invariant=1)
    c.setProducer('ReportLab')
    for p in book.pages:
        for i, half in enumerate(p.halves):
            s, top = half.art['say'], i * 148.5

            def put(x, y, text, right=False, size=8, how=0):
                c.setFont('Sans', size)
                if how:  # each letter in its place, kerned
                    t = c.beginText(x * mm, h - (top + y) * mm)
                    t.setFont('Sans', size)
                    for k, letter in enumerate(text):
                        t.setCharSpace((0.2, -0.1, 0.4)[k % 3] * how)
                        t.textOut(letter)
                    c.drawText(t)
                else:
                    (c.drawRightString if right else c.drawString)(x * mm, h - (top + y) * mm, text)
            put(12, 12, f'{s["company"]} – RUT {s["tax"]}', size=9)
            put(198, 12, f'RECIBO DE SUELDO {s["copy"]}', True)
            for y, label, value in ((22, 'Nombre completo', s['name']), (28, 'Doc. de identidad', s['id']), (34, 'Nº de funcionario', s['file']), (40, 'Mes de cargo', 'OCTUBRE 2026'), (46, 'Cargo', s['job'])):
                put(12, y, label)
                put(60, y, value, how=1)
            for k, (_, name, _, credit, debit) in enumerate(s['rows']):
                put(12, 58 + 5 * k, name)
                put(150 if credit else 198, 58 + 5 * k, credit or debit, True)
            put(198, 110, ' '.join(s['totals'][2]), True, 9)
            put(12, 130, 'Firma ............................')
        c.setDash(2, 2)
        c.line(0, h / 2, w, h / 2)
        c.setDash()
        c.showPage()
    c.save()


LAYOUTS['uy-halves'] = ('', None, 'weasyprint', 'Half pages: two copies of one receipt, or two people’s receipts on one sheet; letters kerned one by one.', 1, ('usual', 'dash', 'bare'))


@DONE.add(halves)
def uy_halves():
    r = Roll('uy-halves', 'UY', 26)
    b = r.book
    b.producer = 'ReportLab'

    def half(who, copy, **change):
        return r.page(who, copy=copy, rows=8, **change)
    for i in range(7):
        who = r.next()
        one = half(who, 'ORIGINAL', **(dict(id=ids.shown('UY', ids.wrong_digit('UY', who.cuil, b.rng))) if i == 6 else {}))
        two = one.copy()
        two.art['say'] = one.art['say'] | dict(copy='COPIA')
        r.add(Page('UY', halves=[one, two]), who, *(('exception', ['wrong-digit'], 'check digit is wrong') if i == 6 else ('listo', ['original-and-copy'])))
    for _ in range(3):
        one, two = r.next(), r.next()
        b.share(Page('UY', halves=[half(one, ''), half(two, '')]), [(one, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[two.id])), (two, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[one.id]))])
    one, two = r.next(), r.next()
    b.share(Page('UY', halves=[half(one, ''), half(two, '', id='')]), [(one, dict(traps=['two-on-a-page'], why='a page of two people, one without an id', forbidden=[two.id])), (two, dict(traps=['two-on-a-page'], why='a page of two people, one without an id', forbidden=[one.id]))])
    who, other = r.next(), r.next()
    r.add(Page('UY', halves=[half(who, 'ORIGINAL', name=b.named(other)), half(who, 'COPIA', name=b.named(other))]), None, 'exception', ['other-name'], 'id of one, name of another', [who, other])
    return made(r)
