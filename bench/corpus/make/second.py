"""The second set: other layouts, other labels, other ways of saying the month and the page, to try what the first taught."""
from . import alter, flowing, ids
from . import reportlab_pages as rl
from .mixed import close, mixed
from .model import Book, Page, money
from .sets import Files

DONE = Files()


def called(book, **words):
    """The same book with other labels."""
    book.words = book.words | words
    return book


@DONE.add(lambda book, path: flowing.chromium(book, path, 'columns'))
def co_columns():
    b = called(Book('co-columns', 'CO', 36, 'Chromium', 'Landscape, two columns of tiny print, values at the right edge; amounts and accounts are ids.'),
               title='DESPRENDIBLE DE PAGO', name='Nombre del trabajador', id='Cédula de ciudadanía', file='Cód. nómina', period='Período liquidado', page='Pág', of='/', net='TOTAL A PAGAR', carry='Van')
    mixed(b, 8, rows_each=12)
    rest = [x for x in b.people if not any(r['person'] == x.id for r in b.receipts)]
    people = b.people
    for i, who in enumerate(rest[4:12]):
        other, third = people[i], people[i + 8]
        page = b.page(who, name=b.named(who, i % 4))
        page.rows[0] = page.rows[0][:3] + (ids.dotted(other.cuil), '')
        page.foot[0] = f'Consignado en Davivienda, cuenta No. {third.cuil}'
        page.head.append(f'PBX {other.cuil}')
        b.add(page, who, traps=['amount-is-id', 'account-is-id', 'telephone-is-id'], forbidden=[other, third])
    return b


@DONE.add(lambda book, path: flowing.weasyprint(book, path, 'table'))
def ar_strip():
    b = called(Book('ar-strip', 'AR', 30, 'WeasyPrint', 'A third of a sheet, six-point print, labels over values in one line of a table.'),
               title='Recibo de sueldo Ley 20.744', name='Beneficiario', id='CUIL Nº', employer='CUIT Nº', file='Leg.', period='Mes liquidado', page='Pág.', of='de')
    return mixed(b, 12, ('full', 'of'), 8)


@DONE.add(lambda book, path: flowing.calc(book, path))
def bo_calc():
    b = called(Book('bo-calc', 'BO', 34, 'LibreOffice Calc', 'A spreadsheet; ids without check digit; item numbers and amounts are other people’s ids.'),
               title='PAPELETA DE PAGO', name='Apellidos y Nombres', id='Nº C.I.', file='Nº Item', period='Correspondiente a')
    mixed(b, 8, ('full', 'file'), 10)
    rest = [x for x in b.people[:-2] if not any(r['person'] == x.id for r in b.receipts)]
    for i, who in enumerate(rest[4:12]):
        other = b.people[i]
        page = b.page(who, file=other.cuil if i % 2 else who.fileNumber)
        page.totals[0] = (page.totals[0][0], money('BO', float(other.cuil) / 100).replace('.', ''))
        page.foot[0] = f'Cel. {other.cuil}  Cta. 1-{b.people[i + 5].cuil}-3'
        b.add(page, who, traps=['amount-is-id', 'telephone-is-id'], forbidden=[other, b.people[i + 5]])
    return b


@DONE.add(lambda book, path: flowing.lines(book, path, wide=True))
def cl_lines():
    b = called(Book('cl-lines', 'CL', 26, 'Ghostscript', 'A line printer’s small print; RUT as R.U.T., month as number.'),
               title='LIQUIDACION DE REMUNERACIONES', name='Señor(a)', id='R.U.T.', employer='R.U.T. empresa', file='Nro. interno', page='Hoja', of='/')
    b.period_style = 1
    b.id_style = 'dash'
    return mixed(b, 10)


@DONE.add(lambda book, path: flowing.groff(book, path, 'ps'))
def br_groff():
    b = called(Book('br-groff', 'BR', 26, 'groff, Ghostscript', 'Contracheque by groff and Ghostscript: tables in Times.'),
               title='DEMONSTRATIVO DE PAGAMENTO', name='Colaborador', id='CPF nº', file='Registro', period='Mês/Ano', page='Pág.', of='/')
    return mixed(b, 10)


@DONE.add(lambda book, path: flowing.writer(book, path))
def mx_writer():
    b = called(Book('mx-writer', 'MX', 26, 'LibreOffice Writer', 'CFDI printed from a word processor: RFC, CURP and NSS of the receptor after those of the issuer.'),
               title='Comprobante Fiscal Digital por Internet – Nómina 1.2', name='Receptor', id='R.F.C. receptor', employer='R.F.C. emisor', file='Núm. empleado', period='Periodo')
    return mixed(b, 10, ('full', 'of'))


def dots(book, path):
    rl.draw(book, path, layout='letter', size='letter')
    alter.scanned(book, path, seed=11)
    alter.boxes(book, path)


@DONE.add(dots)
def pe_scanned():
    b = Book('pe-scanned', 'PE', 16, 'ReportLab, scanned', 'Scanned letters in a serif face, black and white; ids without check digits.')
    for i, who in enumerate(b.people[:11]):
        page = b.page(who, rows=7)
        page.art = dict(scan=dict(dpi=(200, 300)[i % 2], g4=True, skew=(0.3, -0.6, 0.9, 0)[i % 4], noise=6)) | (dict(rotate=180) if i == 7 else {})
        if i == 9:
            other = b.people[12]
            page.set(b.words['id'], other.cuil)
            b.add(page, None, 'exception', ['scanned', 'name-of-another'], 'id of one, name of another', [who, other], 'ocr')
        elif i == 10:
            page.drop(b.words['id'])
            page.foot[0] = f'Cuenta {b.people[13].cuil}'
            b.add(page, who, 'exception', ['scanned', 'no-id', 'account-is-id'], 'no id; the account number is somebody’s', [b.people[13]], 'ocr')
        else:
            b.add(page, who, 'listo', ['scanned', 'scan-fax'], '', (), 'ocr')
    return b


def beside(book, path):
    rl.draw(book, path, layout='grid', size='a4l')
    alter.written(path, ['--object-streams=generate', '--compress-streams=y'])


@DONE.add(beside)
def ar_beside():
    b = Book('ar-beside', 'AR', 30, 'ReportLab, qpdf', 'Landscape, original for the employer at the left and duplicate for the worker at the right; some sheets hold two people.')
    it = iter(b.people)
    for _ in range(12):
        who = next(it)
        one = b.page(who)
        b.add(Page('AR', halves=[one, one.copy(top=['Duplicado para el trabajador'])], art=dict(beside=True)), who, traps=['original-and-duplicate'])
    for _ in range(5):
        one, two = next(it), next(it)
        b.share(Page('AR', halves=[b.page(one), b.page(two)], art=dict(beside=True)), [
            (one, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[two.id])),
            (two, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[one.id]))])
    for _ in range(3):
        one, two = next(it), next(it)
        a = b.page(one)
        c = b.page(two)
        c.drop(b.words['id'])
        b.share(Page('AR', halves=[a, c], art=dict(beside=True)), [
            (one, dict(traps=['two-on-a-page'], why='a page of two people, one without an id', forbidden=[two.id])),
            (two, dict(traps=['two-on-a-page'], why='a page of two people, one without an id', forbidden=[one.id]))])
    return b


@DONE.add(lambda book, path: flowing.cairo_pages(book, path))
def uy_flow():
    """Receipts follow each other without beginning on a page of their own."""
    b = called(Book('uy-flow', 'UY', 24, 'cairo', 'The person at the foot; receipts whose end stands on the page on which the next one begins; ids with blanks.'),
               name='Trabajador', id='Documento', file='Nº', page='Página', of='de')
    mixed(b, 8, ('full', 'of'), 9)
    rest = [x for x in b.people[:-2] if not any(r['person'] == x.id for r in b.receipts)]
    for one, two in zip(rest[0:4:2], rest[1:4:2]):
        # The last amounts of one, without name or id, above the whole of the other.
        first, second = b.page(one), b.page(two)
        cut = first.rows[5:] + [('', t[0], '', t[1], '') for t in first.totals]
        first.rows, first.totals, first.foot = first.rows[:5], [], []
        second.rows = cut + [('', '—' * 8, '', '', '')] + second.rows[:4]
        number = b.add(first, one, 'exception', ['flows-over'], 'ends on the page of the next', [two])
        at = len(b.pages)
        b.add(second, two, 'exception', ['flows-over'], 'begins on the page of the one before', [one])
        b.receipts[number]['pages'].append(at)
        b.owners[at]['receipts'].insert(0, number)
    return b


PROSE = '''@page { size: A4; margin: 25mm } body { font: 11pt/1.6 "DejaVu Serif" } section { break-after: page } section:last-child { break-after: auto }'''


def prose(book, path):
    import pathlib
    import tempfile
    from html import escape as e
    out = [f'<!doctype html><meta charset="utf-8"><title>Recibos</title><style>{PROSE}</style>']
    for p in book.pages:
        out.append(f'<section><p>{e(p.art["text"])}</p><p>{"; ".join(e(f"{r[1]} {r[3] or r[4]}") for r in p.rows)}.</p><p>{e(" ".join(p.foot))}</p></section>')
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'in.html'
        source.write_text('\n'.join(out))
        flowing.run('weasyprint', source, path)


@DONE.add(prose)
def ar_prose():
    b = Book('ar-prose', 'AR', 18, 'WeasyPrint', 'Receipts written as sentences; the id breaks over a line’s end wherever it falls.')
    for i, who in enumerate(b.people[:14]):
        page = b.page(who)
        shown = ids.shown('AR', who.cuil, ('usual', 'dots', 'bare')[i % 3])
        name, expected, why, owner, forbidden = b.named(who, 1), 'listo', '', who, ()
        if i == 12:
            shown, expected, why = ids.shown('AR', ids.wrong_digit('AR', who.cuil, b.rng)), 'exception', 'check digit is wrong'
        if i == 13:
            other = b.people[15]
            name, expected, why, owner, forbidden = b.named(other, 1), 'exception', 'id of one, name of another', None, [who, other]
        page.fields = [('', name), ('', shown)]
        page.art['text'] = (f'Recibí de {b.employer["name"]}, con domicilio en {b.employer["address"]}, C.U.I.T. {b.employer["id"]}, la suma de $ {page.totals[2][1]} '
                            f'en concepto de haberes del mes de octubre de 2026. Firma: {name}, titular del C.U.I.L. {shown}, legajo {who.fileNumber}, de conformidad.')
        b.add(page, owner, expected, ['prose'], why, forbidden)
    return b


def heads(book, path):
    flowing.chromium(book, path, 'rows')
    alter.written(path, ['--object-streams=generate'])


@DONE.add(heads)
def cl_rows():
    """Names in three columns, the RUT in two."""
    b = called(Book('cl-rows', 'CL', 24, 'Chromium, qpdf', 'A row of labels above a row of values; surnames and names in columns of their own, the check digit too.'), title='Liquidación mensual', file='Cód. ficha', period='Período')
    for i, who in enumerate(b.people[:22]):
        page = b.page(who)
        father, _, mother = who.lastName.rpartition(' ')
        number, digit = ids.shown('CL', who.cuil).split('-')
        expected, why, owner, forbidden = 'listo', '', who, ()
        first = who.firstName
        if i in (15, 16):
            digit = 'K' if digit != 'K' else '1'
            expected, why = 'exception', 'check digit is wrong'
        if i in (17, 18):
            first = b.people[i - 16].firstName
            father, _, mother = b.people[i - 16].lastName.rpartition(' ')
            expected, why, owner, forbidden = 'exception', 'id of one, name of another', None, [who, b.people[i - 16]]
        split = i % 2 == 0 or i in (15, 16)
        page.fields[0:2] = [('Apellido paterno', father or mother), ('Apellido materno', mother), ('Nombres', first)] + (
            [('RUT', number), ('DV', digit)] if split else [('RUT', f'{number}-{digit}')])
        if split and expected == 'listo':
            expected, why = 'either', 'the check digit stands in a cell of its own'
        b.add(page, owner, expected, ['names-in-columns', 'digit-apart' if split else 'plain'], why, forbidden)
    return b


@DONE.add(lambda book, path: flowing.weasyprint(book, path, 'rows'))
def co_rows():
    b = called(Book('co-rows', 'CO', 30, 'WeasyPrint', 'A row of labels above a row of values, so that the label isn’t beside its id; other numbers of ten digits beside it.'),
               title='Colilla de pago', name='Trabajador', id='Identificación', file='Código', period='Mes')
    people = b.people
    for i, who in enumerate(people[:24]):
        other = people[(i + 3) % 24]
        page = b.page(who, name=b.named(who, i % 4))
        page.fields[2:2] = [('Cuenta', other.cuil), ('Teléfono', people[(i + 8) % 24].cuil)]
        expected, why, owner, forbidden = 'listo', '', who, [other, people[(i + 8) % 24]]
        if i >= 20:
            page.set(b.words['id'], '')
            expected, why = 'exception', 'the id’s cell is empty'
        elif i >= 18:
            page.set(b.words['name'], b.named(people[24 + i % 2]))
            expected, why, owner, forbidden = 'exception', 'id of one, name of another', None, [who, people[24 + i % 2]]
        b.add(page, owner, expected, ['label-above', 'account-is-id'], why, forbidden)
    return b


@DONE.add(lambda book, path: flowing.weasyprint(book, path, 'plain'))
def br_masked():
    b = Book('br-masked', 'BR', 20, 'WeasyPrint', 'Some ids are masked; dependants’ CPFs stand on the page.')
    p = b.people
    for who in p[:6]:
        b.add(b.page(who), who, traps=['plain'])
    for who in p[6:10]:
        shown = ids.shown('BR', who.cuil)
        b.add(b.page(who, id='***' + shown[3:12] + '**'), who, 'exception', ['masked'], 'a masked id is none')
    for who in p[10:14]:
        page = b.page(who)
        child = ids.cpf(b.rng.randrange(100_000_000, 899_999_999))
        page.foot.append(f'Dependente IR: {who.lastName}, Enzo – CPF {ids.shown("BR", child)}')
        b.add(page, who, 'either', ['dependants-id'], 'a second right id, of nobody known')
    for who, mate in zip(p[14:16], p[16:18]):
        page = b.page(who)
        page.foot.append(f'Pensão alimentícia a {b.named(mate, 1)}, CPF {ids.shown("BR", mate.cuil)}')
        b.add(page, who, 'either', ['two-ids'], 'another employee’s id', [mate])
    for who in p[-2:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


def poor(book, path):
    rl.draw(book, path, layout='banded', size='a5')
    alter.scanned(book, path, seed=23)


@DONE.add(poor)
def co_scanned():
    b = Book('co-scanned', 'CO', 12, 'ReportLab, scanned', 'Poor scans of brothers and sisters whose ids differ by one digit that looks like the other’s: 3 and 8, 1 and 7, 5 and 6.')
    p = b.people
    for one, two, (x, y) in zip(p[0:10:2], p[1:10:2], ('38', '17', '56', '83', '71')):
        head = str(b.rng.randrange(10_000, 99_999))
        tail = str(b.rng.randrange(1_000, 9_999))
        one.cuil = one.dni = '1' + head[:3] + x + head[3:] + tail[:3]
        two.cuil = two.dni = '1' + head[:3] + y + head[3:] + tail[:3]
        two.lastName = one.lastName
        for who, other in ((one, two), (two, one)):
            page = b.page(who, rows=5)
            page.art = dict(scan=dict(dpi=170 if x in '38' else 130, skew=0.7, soft=0.7, noise=7, quality=24))
            b.add(page, who, 'either', ['scanned', 'twins'], 'hardly legible', [other], 'ocr')
    return b


@DONE.add(lambda book, path: flowing.groff(book, path))
def mx_owner():
    b = Book('mx-owner', 'MX', 20, 'groff', 'The employer is a person, whose RFC has thirteen characters as an employee’s has; he is an employee too.')
    p = b.people
    owner = p[0]
    b.company, b.employer_ids = owner.cuil, [owner.cuil]
    b.employer.update(id=owner.cuil, name=b.named(owner, 1))
    b.add(b.page(owner), owner, 'either', ['owner-is-employee'], 'the employer’s own receipt')
    for i, who in enumerate(p[1:14]):
        b.add(b.page(who, name=b.named(who, i % 4)), who, traps=['owner-is-employee'], forbidden=[owner])
    for who in p[14:17]:
        page = b.page(who)
        page.drop(b.words['id'])
        b.add(page, who, 'either', ['owner-is-employee', 'curp-only'], 'no RFC but the employer’s', [owner])
    return b


@DONE.add(lambda book, path: flowing.cairo_pages(book, path))
def cl_close():
    return close(called(Book('cl-close', 'CL', 48, 'cairo', 'Relatives’ ids, near names and pages in turns, the person at the foot of the page.'), name='Trabajador(a)', id='R.U.N.', file='Ficha Nº', page='Pág.', of='/'))


@DONE.add(lambda book, path: flowing.writer(book, path))
def br_close():
    return close(called(Book('br-close', 'BR', 48, 'LibreOffice Writer', 'The same in tables of a word processor.'), name='Empregado', id='C.P.F.', file='Chapa'))
