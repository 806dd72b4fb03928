"""The fifth set: places and orders of the person that none of the others has. Written as PDF by hand, with the base fonts alone."""
import zlib
from . import ids
from .model import Book

DONE = []
FONTS = ('Helvetica', 'Helvetica-Bold', 'Courier', 'Times-Roman')
DIGITS = ('AR', 'BR', 'CL', 'EC', 'MX', 'UY')


class Pen:
    """Places text in points from the top left of a sheet; `turn` rotates it by 0, 90 or a small angle (cosine, sine)."""

    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def put(self, x, y, text, size=9, font=0, turn=(1, 0)):
        a, b = turn
        data = text.encode('cp1252').replace(b'\\', b'\\\\').replace(b'(', b'\\(').replace(b')', b'\\)')
        self.parts.append(f'BT /F{font} {size} Tf {a} {b} {-b} {a} {x:.2f} {self.height - y:.2f} Tm ('.encode() + data + b') Tj ET')

    def right(self, x, y, text, size=9, font=0):
        """Aligned by the width of digits, which amounts consist of."""
        width = sum(0.278 if c in '.,- ' else 0.556 for c in text) * size
        self.put(x - width, y, text, size, font)

    def box(self, x, y, width, height):
        self.parts.append(f'{x:.2f} {self.height - y:.2f} {width:.2f} {-height:.2f} re S'.encode())

    def amounts(self, s, x=50, y=250, width=490, step=14, size=8):
        for code, name, quantity, credit, debit in s['rows']:
            self.put(x, y, code, size)
            self.put(x + 40, y, name, size)
            self.right(x + width * 0.6, y, quantity, size)
            self.right(x + width * (0.8 if credit else 1), y, credit or debit, size)
            y += step
        for label, amount in s['totals']:
            self.put(x + 40, y, label, size, 1)
            self.right(x + width, y, amount, size, 1)
            y += step
        return y


def write(book, path):
    """A plain PDF with one content stream a page; `art['rotate']` turns a sheet."""
    objects = [b'<< /Type /Catalog /Pages 2 0 R >>', b'']
    for font in FONTS:
        objects.append(f'<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>'.encode())
    fonts = ' '.join(f'/F{i} {i + 3} 0 R' for i in range(len(FONTS)))
    kids = []
    for page in book.pages:
        pen = Pen(*page.art.get('size', (595, 842)))
        page.art['draw'](pen, page.art['say'])
        data = zlib.compress(b'\n'.join(pen.parts))
        objects.append(f'<< /Length {len(data)} /Filter /FlateDecode >>\nstream\n'.encode() + data + b'\nendstream')
        rotate = page.art.get('rotate', 0)
        objects.append(f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {pen.width} {pen.height}] /Rotate {rotate} /Resources << /Font << {fonts} >> >> /Contents {len(objects)} 0 R >>'.encode())
        kids.append(f'{len(objects)} 0 R')
    objects[1] = f'<< /Type /Pages /Kids [{" ".join(kids)}] /Count {len(kids)} >>'.encode()
    out, places = bytearray(b'%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), []
    for number, data in enumerate(objects, 1):
        places.append(len(out))
        out += f'{number} 0 obj\n'.encode() + data + b'\nendobj\n'
    table = len(out)
    out += f'xref\n0 {len(objects) + 1}\n0000000000 65535 f \n'.encode() + b''.join(f'{p:010d} 00000 n \n'.encode() for p in places)
    out += f'trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n'.encode()
    path.write_bytes(bytes(out))


class Roll:
    """A book of one layout, whose next person is taken each time."""

    def __init__(self, name, country, draw, about, styles=('usual',), name_style=0, count=26, **art):
        self.book = Book(name, country, count, 'by hand', about)
        self.book.name_style, self.draw, self.styles, self.art = name_style, draw, styles, art
        self.boss, *self.left = self.book.people[:-2]
        self.twins = self.book.people[-2:]

    def next(self):
        return self.left.pop(0)

    def page(self, who, rows=7, sheet=None, **change):
        b = self.book
        e, rng = b.employer, b.rng
        page = b.page(who, rows=rows)
        say = dict(
            name=b.named(who), id=ids.shown(b.country, who.cuil, self.styles[len(b.pages) % len(self.styles)]), file=who.fileNumber, first=who.firstName, last=who.lastName,
            company=e['name'], tax=e['id'], address=e['address'], phone=e['phone'], job=page.fields[-3 if b.country == 'PE' else -2][1], rows=page.rows, totals=page.totals,
            boss=b.named(self.boss, 1), boss_id=ids.shown(b.country, self.boss.cuil), account=str(rng.randrange(10**10, 10**11 - 1)), sheet=sheet, number=len(b.pages) + 301) | change
        page.fields = [('', say['name']), ('', say['id'])]
        page.art = {'draw': self.draw, 'say': say} | self.art
        return page

    def add(self, pages, who, expected='listo', traps=('plain',), why='', forbidden=()):
        self.book.add(pages, who, expected, list(traps), why, forbidden)

    def plain(self, count, **change):
        for _ in range(count):
            who = self.next()
            self.add(self.page(who, **change), who, forbidden=[self.boss])

    def tempting(self, **change):
        """What must not be ready, and people who are easily taken for each other."""
        b = self.book
        for _ in range(2):
            stranger = b.stranger()
            self.add(self.page(stranger, **change), None, 'exception', ['unknown'], 'nobody of the people', [self.boss])
        near, who = b.stranger(), self.next()
        near.lastName, near.firstName = who.lastName, who.firstName
        self.add(self.page(near, **change), None, 'exception', ['unknown-namesake'], 'a namesake of an employee, with another id', [who])
        self.add(self.page(who, **change), who, traps=['namesake-outside'])
        who, other = self.next(), self.next()
        self.add(self.page(who, name=b.named(other), first=other.firstName, last=other.lastName, **change), None, 'exception', ['other-name'], 'id of one, name of another', [who, other])
        if b.country in DIGITS:
            who = self.next()
            self.add(self.page(who, id=ids.shown(b.country, ids.wrong_digit(b.country, who.cuil, b.rng)), **change), who, 'exception', ['wrong-digit'], 'check digit is wrong')
        who = self.next()
        who.state = 'inactive'
        self.add(self.page(who, **change), who, 'exception', ['inactive'], 'left the company')
        for who in self.twins:
            self.add(self.page(who, **change), who, traps=['namesake'], forbidden=[x for x in self.twins if x is not who])


def file(name, country, about, **how):
    """Registers a layout whose receipts are of the usual kinds."""
    def keep(draw):
        def make():
            roll = Roll(name, country, draw, about, **how)
            roll.plain(13)
            roll.tempting()
            return roll.book
        DONE.append((make, write))
        return draw
    return keep


@file('ar-boxes', 'AR', 'The CUIL stands figure by figure in boxes, without hyphens; the employer’s CUIT too.', styles=('bare',), name_style=3)
def ar_boxes(pen, s):
    pen.put(50, 50, s['company'], 12, 1)
    pen.put(50, 66, s['address'])
    for y, label, number in ((84, 'C.U.I.T.', s['tax'].replace('-', '')), (140, 'C.U.I.L.', s['id'])):
        pen.put(50, y, label)
        for i, figure in enumerate(number):
            pen.box(110 + 17 * i, y + 4, 17, 15)
            pen.put(115 + 17 * i, y, figure, 10, 2)
    pen.put(50, 112, 'RECIBO DE HABERES – OCTUBRE 2026', 10, 1)
    pen.put(50, 168, 'APELLIDO Y NOMBRES')
    pen.put(170, 168, s['name'], 10)
    pen.put(50, 190, f'Legajo {s["file"]}     Categoría {s["job"]}     CBU {s["account"]}{s["account"]}')
    y = pen.amounts(s)
    pen.put(330, y + 60, f'{s["boss"]} – CUIL {s["boss_id"]}', 7)
    pen.put(330, y + 70, 'por el empleador', 7)


@file('br-band', 'BR', 'Name and CPF run up a band at the left side; the page itself names nobody.', styles=('usual', 'bare'))
def br_band(pen, s):
    pen.box(20, 820, 30, -780)
    pen.put(40, 800, f'{s["name"]}   CPF {s["id"]}   MATRÍCULA {s["file"]}', 9, 1, turn=(0, 1))
    pen.put(70, 60, f'{s["company"]}   CNPJ {s["tax"]}', 11, 1)
    pen.put(70, 80, 'DEMONSTRATIVO DE PAGAMENTO   OUTUBRO/2026')
    pen.put(70, 100, f'Cargo {s["job"]}   PIS/PASEP {s["account"]}')
    pen.amounts(s, 70, 140, 460)


@file('cl-reference', 'CL', 'A letter to the worker: no label of the name, the RUT in a reference without its own label.', styles=('usual', 'dash'), name_style=1)
def cl_reference(pen, s):
    pen.put(50, 60, s['company'], 12, 3)
    pen.put(50, 76, f'{s["address"]} · Rol Único Tributario {s["tax"]}', 8, 3)
    pen.put(380, 110, 'Talca, 31 de octubre de 2026', 10, 3)
    for i, line in enumerate(('Señor(a)', s['name'], 'Presente')):
        pen.put(50, 140 + 14 * i, line, 10, 3)
    pen.put(50, 200, f'Ref.: remuneraciones {s["id"]} / {s["file"]} / octubre 2026', 10, 3)
    pen.put(50, 225, 'De nuestra consideración: por la presente detallamos lo pagado en el mes de la referencia.', 10, 3)
    y = pen.amounts(s)
    pen.put(50, y + 30, 'Saluda atentamente a Ud.,', 10, 3)
    pen.put(50, y + 70, f'{s["boss"]}, {s["boss_id"]}', 10, 3)


@file('mx-caption', 'MX', 'The RFC stands only as the caption of a barcode below the net; the head has the name in two lines.')
def mx_caption(pen, s):
    pen.put(50, 50, s['company'], 12, 1)
    pen.put(50, 66, f'RFC {s["tax"]}   Recibo de nómina   01/10/2026 al 31/10/2026')
    pen.put(50, 100, s['last'].upper(), 13, 1)
    pen.put(50, 114, s['first'], 10)
    pen.put(50, 132, f'No. empleado {s["file"]}   Puesto {s["job"]}   CLABE 072{s["account"]}1234')
    y = pen.amounts(s, y=170)
    for i, letter in enumerate(s['id'] * 3):
        pen.parts.append(f'{180 + 6 * i} {pen.height - y - 50} {1 + ord(letter) % 4} 28 re f'.encode())
    pen.put(225, y + 62, f'*{s["id"]}*', 8, 2)


@file('pe-footer', 'PE', 'The person stands only in the footer, in small print between page number and print time.', name_style=1)
def pe_footer(pen, s):
    pen.put(50, 50, f'{s["company"]}   RUC {s["tax"]}', 11, 1)
    pen.put(50, 70, 'BOLETA DE PAGO – OCTUBRE 2026')
    pen.amounts(s, y=110)
    pen.put(50, 700, f'{s["boss"]}   DNI {s["boss_id"]}   Gerente de Personas', 8)
    pen.put(40, 825, f'Impreso 02/11/2026 08:{s["number"] % 60:02d}   {s["file"]} {s["name"]} ({s["id"]})   Operación {s["account"][:8]}   Pág. 1', 6)


@file('co-bilingual', 'CO', 'Spanish labels at the left of the values, English ones at the right; a passport and an account of the same length.', styles=('usual', 'bare'))
def co_bilingual(pen, s):
    pen.put(50, 50, f'{s["company"]} – NIT {s["tax"]}', 11, 1)
    pen.put(50, 68, 'Comprobante de nómina / Payslip   Octubre 2026 / October 2026')
    for i, (spanish, value, english) in enumerate((
            ('Trabajador', s['name'], 'Employee'), ('Identificación', s['id'], 'National ID'), ('Código', s['file'], 'Staff no.'),
            ('Cuenta', s['account'][:10], 'Account'), ('Cargo', s['job'], 'Position'), ('Jefe', s['boss'], 'Manager'))):
        pen.put(50, 100 + 16 * i, spanish, 8)
        pen.put(200, 100 + 16 * i, value, 9, 1)
        pen.put(460, 100 + 16 * i, english, 8)
    pen.amounts(s)


@file('bo-stamp', 'BO', 'A stamp with the name and the id of whoever pays lies across the person’s own line.', styles=('usual', 'bare'))
def bo_stamp(pen, s):
    pen.put(50, 50, f'{s["company"]}   NIT {s["tax"]}', 11, 1)
    pen.put(50, 70, 'PAPELETA DE SUELDOS   OCTUBRE 2026')
    pen.put(50, 110, f'C.I. {s["id"]}', 10)
    pen.put(50, 126, f'{s["name"]}', 10)
    pen.put(50, 142, f'Ítem {s["file"]}   {s["job"]}   Cuenta {s["account"][:7]}')
    for i, line in enumerate(('PAGADO', s['boss'].upper(), f'C.I. {s["boss_id"]}')):
        pen.put(150 + 6 * i, 150 - 14 * (1 - i), line, 11, 1, turn=(0.94, 0.34))
    pen.amounts(s)


@file('py-columns', 'PY', 'Landscape on a turned sheet, amounts at the left, the person in a column at the far right in the middle of the sheet.', styles=('bare', 'usual'), name_style=2, size=(842, 595), rotate=180)
def py_columns(pen, s):
    pen.put(40, 40, f'{s["company"]}   RUC {s["tax"]}   Liquidación de salarios octubre 2026', 10, 1)
    pen.amounts(s, 40, 80, 430)
    for i, line in enumerate(('EMPLEADO', s['name'], f'Nº {s["id"]}', f'Legajo {s["file"]}', s['job'], f'IPS {s["account"][:7]}')):
        pen.put(570, 280 + 15 * i, line, 9, 1 if i == 1 else 0)
    pen.put(570, 520, f'{s["boss"]} {s["boss_id"]}', 7)


@file('cr-middle', 'CR', 'The person begins in the middle of the sheet, below the summary of the whole company.', styles=('usual', 'bare'))
def cr_middle(pen, s):
    pen.put(50, 50, f'{s["company"]}   Cédula jurídica {s["tax"]}', 11, 1)
    pen.put(50, 72, f'Resumen de planilla 16-31 octubre 2026: 412 personas, promedio {s["totals"][0][1]}')
    for i, place in enumerate(('Turrialba', 'Cartago', 'Limón', 'Heredia', 'Alajuela')):
        pen.put(60, 100 + 14 * i, place, 8)
        pen.right(300, 100 + 14 * i, f'{s["number"] * 7 + i},{i}0', 8)
    pen.put(50, 420, 'COMPROBANTE INDIVIDUAL', 10, 1)
    pen.put(50, 438, s['id'])
    pen.put(160, 438, s['name'])
    pen.put(420, 438, s['file'])
    pen.amounts(s, y=470)
    pen.put(50, 790, f'Autoriza {s["boss"]}, cédula {s["boss_id"]}', 7)


def ec_draw(pen, s):
    pen.put(50, 50, f'{s["company"]}   RUC {s["tax"]}', 11, 1)
    pen.put(50, 70, 'ROL DE PAGOS   OCTUBRE 2026')
    pen.put(50, 100, f'{s["name"]} – {s["job"]}', 10)
    pen.put(50, 116, f'Cédula {s["id"]}   Código {s["file"]}   Cta. {s["account"][:10]}')
    pen.amounts(s, y=160)


def ec_list(pen, s):
    pen.put(50, 50, f'{s["company"]}   RUC {s["tax"]}', 11, 1)
    pen.put(50, 70, s['title'])
    for i, (number, name, amount) in enumerate(s['list']):
        pen.put(50, 100 + 14 * i, number)
        pen.put(150, 100 + 14 * i, name)
        pen.right(520, 100 + 14 * i, amount)


def ec_covers():
    roll = Roll('ec-covers', 'EC', ec_draw, 'Lists of several employees and pages of totals stand before, between and after the receipts.')
    b = roll.book

    def cover(people, title):
        like = roll.page(people[0])
        like.fields = []
        like.art |= {'draw': ec_list}
        like.art['say'] |= dict(title=title, list=[(ids.shown('EC', p.cuil), b.named(p), f'{b.rng.randrange(400, 900)}.{i:02d}') for i, p in enumerate(people)])
        b.loose(like, 'notice')
    cover(b.people[:12], 'NÓMINA DE PERSONAL DEL MES')
    roll.plain(6)
    cover(b.people[4:7], 'TOTALES DEL DEPARTAMENTO')
    roll.plain(7)
    cover(b.people[9:11], 'TOTALES DEL DEPARTAMENTO')
    roll.tempting()
    cover(b.people[-3:], 'TOTALES GENERALES')
    return b


def uy_draw(pen, s):
    number, of = s['sheet'] or (1, 1)
    pen.put(50, 50, f'{s["company"]}   RUT {s["tax"]}', 11, 1)
    pen.put(50, 70, f'LIQUIDACIÓN   MES DE CARGO 10/2026   Hoja {number} de {of}')
    pen.put(50, 100, f'{s["file"]}  {s["name"]}', 10)
    if number == 1:
        pen.put(50, 116, f'Documento {s["id"]}   {s["job"]}')
    else:
        pen.put(50, 116, f'Viene de la hoja anterior: {s["totals"][0][1]}')
    pen.amounts(s, y=160)


def uy_carried():
    roll = Roll('uy-carried', 'UY', uy_draw, 'Two sheets with totals carried over; those of some receipts lie in the opposite order.', styles=('usual', 'dash', 'bare'))
    for i in range(8):
        who = roll.next()
        sheets = [roll.page(who, sheet=(n, 2)) for n in (1, 2)]
        sheets[1].fields = []
        turned = i % 4 == 3
        roll.add(sheets[::-1] if turned else sheets, who, 'either' if turned else 'listo', ['sheets-turned' if turned else 'two-pages'], 'the second sheet lies before the first' if turned else '')
    roll.plain(5)
    roll.tempting()
    return roll.book


def ar_group():
    roll = Roll('ar-group', 'AR', group_draw, 'Two employers of one group in one file, their receipts in turns; accounts of eleven figures.', styles=('usual', 'bare'))
    b = roll.book
    second, shown = ids.company('AR', b.rng)
    b.employer_ids.append(second)
    for i in range(13):
        roll.plain(1, **(dict(company='Transportes Ñancahuazú S.R.L.', tax=shown) if i % 2 else {}))
    roll.tempting()
    return b


def group_draw(pen, s):
    pen.put(50, 50, f'{s["name"]}', 14, 1)
    pen.put(50, 68, f'{s["id"]}  ·  {s["tax"]}  ·  {s["account"]}', 9, 2)
    pen.put(50, 84, f'trabajador · empleador · cuenta      {s["company"]}      octubre 2026', 7)
    pen.amounts(s, y=130)


def br_pair():
    roll = Roll('br-pair', 'BR', pair_draw, 'A file of two receipts alone, with two numbers of eleven figures in front of each CPF.', name_style=1)
    roll.plain(2)
    return roll.book


def pair_draw(pen, s):
    pen.put(50, 50, f'{s["company"]}   {s["tax"]}', 11, 1)
    pen.put(50, 80, 'Holerite de outubro de 2026')
    pen.put(50, 110, f'{s["account"]} / {s["account"][::-1]} / {s["id"]}', 9, 2)
    pen.put(50, 126, s['name'], 10)
    pen.amounts(s, y=160)


def co_close():
    roll = Roll('co-lookalikes', 'CO', lookalike_draw, 'Each id differs from a relative’s in one figure; the relative stands on the page as whoever is to be called.')
    for one, other in zip(roll.left[:12:2], roll.left[1:12:2]):
        other.cuil = other.dni = one.cuil[:-1] + str((int(one.cuil[-1]) + 1) % 10)
        other.lastName = one.lastName
    people = roll.left[:12]
    for i, who in enumerate(people):
        other = people[i ^ 1]
        roll.next()
        roll.add(roll.page(who, kin=roll.book.named(other, 1)), who, traps=['lookalike', 'relative'], forbidden=[other])
    roll.tempting(kin='Consuelo Ibarra')
    return roll.book


def lookalike_draw(pen, s):
    pen.put(50, 50, f'{s["company"]}   NIT {s["tax"]}', 11, 1)
    pen.put(50, 70, 'DESPRENDIBLE DE PAGO   OCTUBRE 2026')
    pen.put(50, 100, s['id'], 10)
    pen.put(150, 100, s['name'], 10)
    pen.put(50, 118, f'En caso de emergencia avisar a {s["kin"]}', 8)
    pen.amounts(s, y=160)


DONE += [(make, write) for make in (ec_covers, uy_carried, ar_group, br_pair, co_close)]
