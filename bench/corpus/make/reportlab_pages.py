"""Draws pages with ReportLab: four layouts, and whatever must be placed to the millimetre."""
from reportlab import rl_config
rl_config.invariant = 1
from reportlab.lib.colors import Color, white, black
from reportlab.lib.pagesizes import A4, A5, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

FONTS = '/usr/share/fonts/truetype/'
FILES = {
    'DejaVu': 'dejavu/DejaVuSans.ttf', 'DejaVu-Bold': 'dejavu/DejaVuSans-Bold.ttf',
    'Sans': 'liberation/LiberationSans-Regular.ttf', 'Sans-Bold': 'liberation/LiberationSans-Bold.ttf',
    'Serif': 'liberation/LiberationSerif-Regular.ttf', 'Serif-Bold': 'liberation/LiberationSerif-Bold.ttf',
    'Mono': 'liberation/LiberationMono-Regular.ttf', 'Mono-Bold': 'liberation/LiberationMono-Bold.ttf',
    'Narrow': 'liberation/LiberationSansNarrow-Regular.ttf', 'Narrow-Bold': 'liberation/LiberationSansNarrow-Bold.ttf',
}


for name, path in FILES.items():
    pdfmetrics.registerFont(TTFont(name, FONTS + path))


class Pen:
    """Strings placed from the top left in millimetres; how each is written is the page's `art`."""

    def __init__(self, c, height, art):
        self.c, self.h, self.art, self.late = c, height, art, []

    def put(self, x, y, text, font='Sans', size=9, right=False):
        if self.art.get('backwards'):
            self.late.append((x, y, text, font, size, right))
            return
        self._put(x, y, text, font, size, right)

    def _put(self, x, y, text, font, size, right):
        c, art = self.c, self.art
        if right:
            x = x - pdfmetrics.stringWidth(text, font, size) / mm
        how = None
        for key, value in (art.get('runs') or {}).items():
            if text == key or (key in text and value == 'lines'):
                how = value
        if how == 'chars':  # each character by itself
            for ch in text:
                c.setFont(font, size)
                c.drawString(x * mm, self.h - y * mm, ch)
                x += pdfmetrics.stringWidth(ch, font, size) / mm
        elif how == 'pieces':  # three characters, a hair's breadth apart
            for i in range(0, len(text), 3):
                c.setFont(font, size)
                c.drawString(x * mm, self.h - y * mm, text[i:i + 3])
                x += pdfmetrics.stringWidth(text[i:i + 3], font, size) / mm + 0.15
        elif how == 'wide':  # letter-spacing
            t = c.beginText(x * mm, self.h - y * mm)
            t.setFont(font, size)
            t.setCharSpace(art.get('space', 2.2))
            t.textOut(text)
            t.setCharSpace(0)
            c.drawText(t)
        elif how == 'lines':  # the cell is too narrow: its end goes to a second line
            cut = art.get('cut', 9)
            c.setFont(font, size)
            c.drawString(x * mm, self.h - y * mm, text[:cut])
            c.drawString(x * mm, self.h - (y + size * 0.42) * mm, text[cut:])
        else:
            c.setFont(font, size)
            c.drawString(x * mm, self.h - y * mm, text)
            if art.get('bold'):  # boldness of the poor: the same again, a hair to the right
                c.drawString(x * mm + 0.3, self.h - y * mm, text)

    def done(self):
        # Words drawn from the end to the beginning, each word by itself.
        for x, y, text, font, size, right in reversed(self.late):
            if right:
                x = x - pdfmetrics.stringWidth(text, font, size) / mm
            places = []
            for word in text.split(' '):
                places.append((x, word))
                x += pdfmetrics.stringWidth(word + ' ', font, size) / mm
            for at, word in reversed(places):
                self._put(at, y, word, font, size, False)
        self.late = []


def boxed(c, p, w, h):
    """Frames and a table with columns: the commonest receipt of Argentina and Uruguay."""
    pen = Pen(c, h, p.art)
    wide, high = w / mm, h / mm
    c.setLineWidth(0.5)
    c.rect(10 * mm, h - 34 * mm, w - 20 * mm, 24 * mm)
    for i, line in enumerate(p.head):
        pen.put(13, 15.5 + i * 4.6, line, 'Sans-Bold' if i == 0 else 'Sans', 10 if i == 0 else 8.5)
    pen.put(wide - 13, 16, p.title, 'Sans-Bold', 11, right=True)
    for i, line in enumerate(p.top):
        pen.put(wide - 13, 22 + i * 4.5, line, 'Sans', 8.5, right=True)
    y = 40
    for i, (label, value) in enumerate(p.fields):
        x = 12 if i % 2 == 0 else wide / 2 + 2
        pen.put(x, y, label, 'Sans', 7)
        pen.put(x, y + 4.4, value, 'Sans-Bold', 9.5)
        if i % 2:
            y += 11
    y = max(y + 11 if len(p.fields) % 2 else y, 50) + 2
    c.rect(10 * mm, h - (y + 3 + 4.6 * (len(p.rows) + 1)) * mm, w - 20 * mm, (4.6 * (len(p.rows) + 1) + 6) * mm)
    for code, name, qty, credit, debit in [('Cód.', 'Concepto', 'Cant.', 'Haberes', 'Descuentos'), *p.rows]:
        pen.put(12, y, code, 'Sans', 8)
        pen.put(28, y, name, 'Sans', 8)
        for x, text in ((wide * 0.56, qty), (wide * 0.76, credit), (wide - 13, debit)):
            if text:
                pen.put(x, y, text, 'Sans', 8, right=True)
        y += 4.6
    y += 6
    for label, value in p.totals:
        pen.put(wide * 0.76, y, label, 'Sans-Bold', 9, right=True)
        pen.put(wide - 13, y, value, 'Sans-Bold', 9, right=True)
        y += 5
    y += 4
    for line in p.foot:
        pen.put(12, y, line, 'Sans', 8)
        y += 6
    pen.done()


def banded(c, p, w, h):
    """Grey bands, labels and values on one line: holerite, boleta."""
    pen = Pen(c, h, p.art)
    wide = w / mm
    y = 14
    for line in p.top:
        pen.put(wide - 12, y, line, 'DejaVu', 7, right=True)
        y += 4
    c.setFillColor(Color(0.88, 0.9, 0.93))
    c.rect(10 * mm, h - (y + 8) * mm, w - 20 * mm, 9 * mm, stroke=0, fill=1)
    c.setFillColor(black)
    pen.put(12, y + 5, p.title, 'DejaVu-Bold', 10)
    y += 13
    pen.put(12, y, '  ·  '.join(p.head[:2]), 'DejaVu', 7.5)
    pen.put(12, y + 4.2, '  ·  '.join(p.head[2:]), 'DejaVu', 7.5)
    y += 11
    for label, value in p.fields:
        pen.put(12, y, label + ':', 'DejaVu', 7.5)
        pen.put(62, y, value, 'DejaVu-Bold', 8)
        y += 4.6
    y += 3
    for i, (code, name, qty, credit, debit) in enumerate(p.rows):
        if i % 2 == 0:
            c.setFillColor(Color(0.96, 0.96, 0.96))
            c.rect(10 * mm, h - (y + 1.2) * mm, w - 20 * mm, 4.4 * mm, stroke=0, fill=1)
            c.setFillColor(black)
        pen.put(12, y, f'{code} {name}', 'DejaVu', 7.5)
        pen.put(wide * 0.58, y, qty, 'DejaVu', 7.5, right=True)
        for x, text in ((wide * 0.78, credit), (wide - 12, debit)):
            if text:
                pen.put(x, y, text, 'DejaVu', 7.5, right=True)
        y += 4.4
    y += 3
    for label, value in p.totals:
        pen.put(12, y, f'{label}: {value}', 'DejaVu-Bold', 8.5)
        y += 5
    for line in p.foot:
        y += 5
        pen.put(12, y, line, 'DejaVu', 7)
    pen.done()


def letter(c, p, w, h):
    """Running text in a serif face: the employee in a sentence, rows with dots."""
    pen = Pen(c, h, p.art)
    wide = w / mm
    y = 18
    for line in [*p.head, *p.top]:
        pen.put(wide - 20, y, line, 'Serif', 9, right=True)
        y += 4.5
    y += 6
    pen.put(20, y, p.title, 'Serif-Bold', 13)
    y += 9
    for label, value in p.fields:
        pen.put(20, y, label, 'Serif', 10)
        pen.put(20 + pdfmetrics.stringWidth(label + ' ', 'Serif', 10) / mm, y, value, 'Serif', 10)
        y += 5
    y += 4
    for code, name, qty, credit, debit in p.rows:
        text = f'{name} ({qty}) ' if qty else f'{name} '
        value = credit or f'-{debit}'
        dots = '.' * max(3, int((wide - 62 - pdfmetrics.stringWidth(text, 'Serif', 10) / mm) / 0.9))
        pen.put(20, y, text + dots, 'Serif', 10)
        pen.put(wide - 20, y, value, 'Serif', 10, right=True)
        y += 4.8
    y += 5
    for label, value in p.totals:
        pen.put(20, y, label, 'Serif-Bold', 10)
        pen.put(wide - 20, y, value, 'Serif-Bold', 10, right=True)
        y += 5
    for line in p.foot:
        y += 6
        pen.put(20, y, line, 'Serif', 9)
    pen.done()


def grid(c, p, w, h):
    """Tiny print, fields in a row of four columns with labels above, two tables beside each other."""
    pen = Pen(c, h, p.art)
    wide = w / mm
    pen.put(8, 10, ' | '.join(p.head), 'Narrow', 6.5)
    pen.put(8, 14.5, p.title, 'Narrow-Bold', 8)
    for i, line in enumerate(p.top):
        pen.put(wide - 8, 10 + 3.4 * i, line, 'Narrow', 6.5, right=True)
    step = (wide - 16) / 4
    y = 21
    for i, (label, value) in enumerate(p.fields):
        x = 8 + (i % 4) * step
        pen.put(x, y, label, 'Narrow', 5.5)
        pen.put(x, y + 3, value, 'Narrow-Bold', 7)
        if i % 4 == 3:
            y += 8
    y += 8 if len(p.fields) % 4 else 0
    top = y + 2
    for side, rows in ((0, [r for r in p.rows if r[3]]), (1, [r for r in p.rows if not r[3]])):
        y = top
        x = 8 + side * (wide / 2 - 6)
        for code, name, qty, credit, debit in rows:
            pen.put(x, y, f'{code} {name}', 'Narrow', 6.5)
            pen.put(x + wide / 2 - 12, y, credit or debit, 'Narrow', 6.5, right=True)
            y += 3.4
    y = top + 3.4 * max(1, len(p.rows)) * 0.7
    for label, value in p.totals:
        pen.put(wide - 8, y, f'{label}  {value}', 'Narrow-Bold', 7.5, right=True)
        y += 4
    for line in p.foot:
        pen.put(8, y, line, 'Narrow', 6)
        y += 3.4
    pen.done()


LAYOUTS = dict(boxed=boxed, banded=banded, letter=letter, grid=grid)
SIZES = dict(a4=A4, letter=LETTER, a5=A5, a4l=landscape(A4))


def white_lines(c, h, lines, size=6):
    """White on white: there for a search, not for a reader."""
    c.setFillColor(white)
    for i, line in enumerate(lines):
        c.setFont('Sans', size)
        c.drawString(14 * mm, h - (8 + i * 3) * mm, line)
    c.setFillColor(black)


def one(c, p, layout, w, h):
    if p.halves:
        for i, half in enumerate(p.halves):
            c.saveState()
            if not p.art.get('beside'):
                c.translate(0, h / 2 * (1 - i) if i == 0 else 0)
                LAYOUTS[layout](c, half, w, h / 2)
            else:
                c.translate(w / 2 * i, 0)
                LAYOUTS[layout](c, half, w / 2, h)
            c.restoreState()
        return
    if p.title or p.fields or p.rows or p.top or p.head:
        LAYOUTS[layout](c, p, w, h)


def draw(book, path, layout='boxed', size='a4', outline=False, logo=False):
    w, h = SIZES[size]
    c = canvas.Canvas(str(path), pagesize=(w, h), pageCompression=1, invariant=1)
    c.setProducer('ReportLab')
    c.setTitle(book.words['title'])
    for n, p in enumerate(book.pages):
        art = p.art
        if art.get('watermark'):
            c.saveState()
            c.setFillColor(Color(0.85, 0.85, 0.85))
            c.setFont('Sans-Bold', 30)
            c.translate(w / 2, h / 2)
            c.rotate(50)
            c.drawCentredString(0, 0, art['watermark'])
            c.restoreState()
        if art.get('covered'):
            c.setFont('Sans', 9)
            c.drawString(14 * mm, h - 250 * mm, art['covered'])
            c.setFillColor(white)
            c.rect(12 * mm, h - 253 * mm, 150 * mm, 9 * mm, stroke=0, fill=1)
            c.setFillColor(black)
        if art.get('white'):
            white_lines(c, h, art['white'])
        if outline:
            c.bookmarkPage(f'p{n}')
            c.addOutlineEntry(str(n + 1), f'p{n}')
            c.linkAbsolute('', f'p{(n + 1) % len(book.pages)}', (w - 40, 10, w - 10, 30))
        if logo:
            c.drawImage(logo, w / 2 - 12 * mm, h - 30 * mm, 22 * mm, 15 * mm, mask='auto')
        if art.get('form'):  # the whole page as a form XObject
            c.beginForm(f'f{n}')
            one(c, p, layout, w, h)
            c.endForm()
            c.doForm(f'f{n}')
        elif art.get('turn'):  # drawn turned, on a page that isn't
            c.saveState()
            angle = art['turn']
            c.setPageSize((h, w) if angle in (90, 270) else (w, h))
            if angle == 90:
                c.translate(h, 0)
            elif angle == 180:
                c.translate(w, h)
            else:
                c.translate(0, w)
            c.rotate(angle)
            one(c, p, layout, w, h)
            c.restoreState()
        elif art.get('tiny'):  # the same page, smaller or larger
            c.saveState()
            c.setPageSize((w * art['tiny'], h * art['tiny']))
            c.scale(art['tiny'], art['tiny'])
            one(c, p, layout, w, h)
            c.restoreState()
        else:
            one(c, p, layout, w, h)
        if art.get('over'):  # further text at a place: (x, y, text, size)
            for x, y, text, s in art['over']:
                c.setFont('Sans', s)
                c.drawString(x * mm, h - y * mm, text)
        if art.get('field'):
            for x, y, value in art['field']:
                c.acroForm.textfield(name=f't{n}-{x}', x=x * mm, y=h - y * mm, width=60 * mm, height=6 * mm, value=value, fontSize=9, borderWidth=0, fieldFlags='readOnly')
        c.showPage()
        c.setPageSize((w, h))
    c.save()
