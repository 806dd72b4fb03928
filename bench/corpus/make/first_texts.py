"""What receipts say: ids, names, amounts and months by country.
Every function makes one book; what stands above it draws it."""
from . import ids
from .model import Book, period_text
from .sets import Files, by_reportlab

files = Files()


@files.add(by_reportlab(layout='boxed'))
def ar_plain():
    b = Book('ar-plain', 'AR', 26, 'ReportLab', 'Receipts of one page; all that can be wrong with an id, a name or a person of Argentina.')
    p = b.people
    w = b.words
    it = iter(p)
    for style, trap in (('usual', 'plain'), ('bare', 'id-bare'), ('dots', 'id-dots'), ('spaces', 'id-spaces')):
        for name_style in (0, 1):
            who = next(it)
            b.add(b.page(who, id=ids.shown('AR', who.cuil, style), name=b.named(who, name_style)), who, traps=[trap])
    for sep, trap in (('\u2009', 'id-thin-space'), ('\u00a0', 'id-no-break-space'), ('\u2013', 'id-en-dash'), ('/', 'id-slash')):
        who = next(it)
        b.add(b.page(who, id=ids.shown('AR', who.cuil, sep=sep)), who, traps=[trap])
    who = next(it)
    b.add(b.page(who, id=ids.shown('AR', ids.wrong_digit('AR', who.cuil, b.rng))), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who = next(it)
    b.add(b.page(who, id=ids.shown('AR', ids.transposed(who.cuil, b.rng))), who, 'exception', ['transposed'], 'two digits exchanged')
    a, c = next(it), next(it)
    b.add(b.page(a, name=b.named(c)), None, 'exception', ['name-of-another'], 'id of one, name of another', [a, c])
    b.add(b.page(c, name=b.named(a)), None, 'exception', ['name-of-another'], 'id of one, name of another', [a, c])
    who = next(it)
    other = b.stranger()
    b.add(b.page(who, name=b.named(other)), None, 'exception', ['name-of-stranger'], 'id of one, name of nobody known', [who])
    who = next(it)
    swapped = ids.cuil('27' if who.cuil[:2] == '20' else '20', who.dni)
    b.add(b.page(who, id=ids.shown('AR', swapped)), who, 'exception', ['other-prefix'], 'a right check digit, of nobody known')
    who = next(it)
    b.add(b.page(who, id=who.dni), who, 'either', ['dni-for-cuil'], 'only the DNI is printed, which the CUIL holds')
    who = next(it)
    who.state = 'inactive'
    b.add(b.page(who), who, 'exception', ['inactive'], 'left the company')
    who = next(it)
    who.alreadyPublished = True
    b.add(b.page(who), who, 'exception', ['published'], 'has this type and period already')
    who = next(it)
    who.state = 'onboarding'
    b.add(b.page(who), who, 'exception', ['onboarding'], 'not yet in')
    s = b.stranger()
    b.add(b.page(s), None, 'exception', ['unknown'], 'nobody of this file', p)
    same = p[-1]
    s = b.stranger()
    s.firstName, s.lastName, s.fileNumber = p[0].firstName, p[0].lastName, p[0].fileNumber
    b.add(b.page(s), None, 'exception', ['unknown-namesake'], 'same name and file number as somebody known, another id', [p[0]])
    b.add(b.page(p[-2]), p[-2], traps=['namesake'], forbidden=[same])
    b.add(b.page(same), same, traps=['namesake'], forbidden=[p[-2]])
    b.add(b.pages[1].copy(), p[1], 'exception', ['twice'], 'the same receipt again')
    b.receipts[1].update(expected='either', traps=['twice'], why='the first of two')
    return b


@files.add(by_reportlab(layout='grid', size='letter'))
def co_amounts():
    b = Book('co-amounts', 'CO', 30, 'ReportLab', 'No check digits: amounts, telephones, accounts and file numbers are other people’s ids.')
    p = b.people
    w = b.words
    for i, who in enumerate(p[:24]):
        other, third = p[(i + 5) % 26], p[(i + 9) % 26]
        page = b.page(who, name=b.named(who, i % 4))
        kind = i % 6
        if kind == 0:
            page.rows[0] = page.rows[0][:3] + (ids.dotted(other.cuil), '')
            page.totals[0] = (page.totals[0][0], ids.dotted(third.cuil))
            trap = 'amount-is-id'
        elif kind == 1:
            page.foot[0] = f'Cuenta de ahorros {other.cuil} – Bancolombia'
            trap = 'account-is-id'
        elif kind == 2:
            page.head[3] = f'Tel. {other.cuil}'
            page.fields.append(('Celular', third.cuil))
            trap = 'telephone-is-id'
        elif kind == 3:
            page.set(w['file'], other.cuil)
            trap = 'file-number-is-id'
        elif kind == 4:
            page.rows.insert(2, (other.cuil, 'Libranza No. ' + third.cuil, '1', '', ids.dotted(other.cuil)))
            trap = 'reference-is-id'
        else:
            page.set(w['id'], who.cuil if i % 2 else ids.dotted(who.cuil))
            page.foot.append(f'Contrato {other.cuil}. Planilla PILA {third.cuil}')
            trap = 'contract-is-id'
        b.add(page, who, traps=[trap], forbidden=[other, third])
    x, y = p[28], p[29]
    b.add(b.page(x), x, 'listo', ['namesake'], '', [y])
    # One digit wrong is another existing person's id.
    a = p[24]
    s = b.stranger()
    s.cuil = a.cuil
    b.add(b.page(s), None, 'exception', ['typo-is-anothers-id'], 'the id is somebody else’s, the name isn’t', [a])
    s = b.stranger()
    page = b.page(s)
    page.drop(w['id'])
    page.foot[0] = f'Cuenta {p[25].cuil} – Bancolombia'
    b.add(page, None, 'exception', ['account-is-id', 'no-id'], 'no id at all; the account number is somebody’s', [p[25]])
    page = b.page(p[26])
    page.fields = [(('' if k == w['id'] else k), v) for k, v in page.fields]
    b.add(page, p[26], 'either', ['no-label'], 'an id without its label')
    return b


@files.add(by_reportlab(layout='banded'))
def pe_amounts():
    b = Book('pe-amounts', 'PE', 22, 'ReportLab', 'DNI without check digit, the employer’s RUC holding an employee’s DNI, dates of 8 digits that are ids.')
    p = b.people
    w = b.words
    # RUC of a person in business: 10 + DNI + digit; that person is an employee too.
    b.company = b.employer['id'] = '10' + p[4].dni + '7'
    b.employer_ids = [b.company]
    p[5].cuil = p[5].dni = '20261031'
    p[6].cuil = p[6].dni = '40112026'
    for i, who in enumerate(p[:20]):
        other = p[(i + 7) % 20]
        page = b.page(who, name=b.named(who, (0, 2, 3)[i % 3]))
        forbidden = [other, p[4], p[5]]
        if i % 4 == 0:
            page.fields.append(('Fecha de cálculo', '20261031'))
            trap = 'date-is-id'
        elif i % 4 == 1:
            page.foot[0] = f'CCI 002-193-{other.cuil}-1234-55 · Cuenta {other.cuil}'
            trap = 'account-is-id'
        elif i % 4 == 2:
            page.fields.insert(0, ('Nº de boleta', other.cuil))
            trap = 'number-is-id'
        else:
            page.head[3] = f'Central {other.cuil}'
            trap = 'telephone-is-id'
        b.add(page, who, traps=[trap, 'employer-holds-id'], forbidden=[x for x in forbidden if x is not who])
    who = p[20]
    b.add(b.page(who, id=ids.shown('PE', who.dni, 'spaces')), who, 'either', ['id-spaces'], 'a space within the id')
    who = p[21]
    b.add(b.page(who, id='0' + who.dni), who, 'either', ['leading-zero'], 'nine digits')
    return b


@files.add(by_reportlab(layout='grid', size='a5'))
def uy_small():
    b = Book('uy-small', 'UY', 16, 'ReportLab', 'Cédulas with and without dots and dash, on A5.')
    styles = ('usual', 'bare', 'dash', 'spaces')
    for i, who in enumerate(b.people[:12]):
        b.add(b.page(who, id=ids.shown('UY', who.cuil, styles[i % 4]), name=b.named(who, i % 4)), who, 'either' if i % 4 == 3 else 'listo', ['id-' + styles[i % 4]], 'spaces within the id' if i % 4 == 3 else '')
    who = b.people[12]
    b.add(b.page(who, id=ids.shown('UY', ids.wrong_digit('UY', who.cuil, b.rng))), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who = b.people[13]
    b.add(b.page(who, period=period_text('UY', '2026-08-01', 0)), who, 'exception', ['other-month'], 'says August')
    for who in b.people[14:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@files.add(by_reportlab(layout='banded'))
def br_plain():
    b = Book('br-plain', 'BR', 22, 'ReportLab', 'CPF with and without dots, wrong digits, CNPJ first, other month.')
    p = b.people
    for i, who in enumerate(p[:14]):
        style, trap = (('usual', 'plain'), ('bare', 'id-bare'), ('spaces', 'id-spaces'))[i % 3]
        b.add(b.page(who, id=ids.shown('BR', who.cuil, style), name=b.named(who, (1, 2, 1)[i % 3])), who, traps=[trap])
    who = p[14]
    b.add(b.page(who, id=ids.shown('BR', ids.wrong_digit('BR', who.cuil, b.rng))), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who = p[15]
    b.add(b.page(who, id=ids.shown('BR', ids.transposed(who.cuil, b.rng))), who, 'exception', ['transposed'], 'two digits exchanged')
    who = p[16]
    b.add(b.page(who, period=period_text('BR', '2026-09-01', 0)), who, 'exception', ['other-month'], 'says September')
    who = p[17]
    b.add(b.page(who, id='111.111.111-11'), who, 'exception', ['repeated-digit'], 'a CPF of one repeated digit')
    a, c = p[18], p[19]
    b.add(b.page(a, name=b.named(c)), None, 'exception', ['name-of-another'], 'id of one, name of another', [a, c])
    for who in p[20:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@files.add(by_reportlab(layout='letter'))
def cl_plain():
    b = Book('cl-plain', 'CL', 20, 'ReportLab', 'RUT with check digit K and k, with and without dots; the employer’s RUT in the same form.')
    p = b.people
    for i, who in enumerate(p[:6]):
        who.cuil = who.dni = ids.rut_with('K', 9_000_000 + i * 1_234_567)
    for i, who in enumerate(p[:16]):
        style = ('usual', 'dash', 'bare')[i % 3]
        text = ids.shown('CL', who.cuil, style)
        b.add(b.page(who, id=text.lower() if i % 2 else text, name=b.named(who, i % 4)), who, traps=['digit-k' if i < 6 else 'plain', 'id-' + style])
    who = p[16]
    b.add(b.page(who, id=ids.shown('CL', ids.wrong_digit('CL', who.cuil, b.rng))), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who = p[17]
    b.add(b.page(who, period=period_text('CL', '2025-10-01', 0)), who, 'exception', ['other-month'], 'says October of the year before')
    for who in p[18:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@files.add(by_reportlab(layout='boxed', size='letter'))
def mx_plain():
    b = Book('mx-plain', 'MX', 20, 'ReportLab', 'RFC whole and without homoclave, CURP and NSS beside it, two people who differ only in the homoclave.')
    p = b.people
    w = b.words
    p[2].cuil = p[1].cuil[:10] + 'A1' + ids.rfc_digit(p[1].cuil[:10] + 'A1')
    for i, who in enumerate(p[:12]):
        b.add(b.page(who, id=ids.shown('MX', who.cuil, 'spaces' if i == 5 else 'usual'), name=b.named(who, (1, 2, 3)[i % 3])), who, 'either' if i == 5 else 'listo', ['same-base'] if i in (1, 2) else ['id-spaces'] if i == 5 else ['plain'], 'spaces within the RFC' if i == 5 else '', [p[3 - i]] if i in (1, 2) else ())
    for who in p[12:14]:
        b.add(b.page(who, id=who.cuil[:10]), who, 'either', ['no-homoclave'], 'RFC without homoclave')
    b.add(b.page(p[1], id=p[1].cuil[:10]), p[1], 'exception', ['no-homoclave', 'same-base', 'twice'], 'two people share it', [p[2]])
    b.receipts[1]['expected'] = 'listo'
    who = p[14]
    b.add(b.page(who, id=ids.wrong_digit('CO', who.cuil, b.rng)), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    who = p[15]
    page = b.page(who)
    page.drop(w['id'])
    b.add(page, who, 'either', ['curp-only'], 'CURP and NSS, no RFC')
    who = p[16]
    b.add(b.page(who, period='01/09/2026 al 30/09/2026'), who, 'exception', ['other-month'], 'says September')
    who = p[17]
    b.add(b.page(who, id='XAXX010101000'), who, 'exception', ['generic-rfc'], 'the generic RFC')
    for who in p[18:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@files.add(by_reportlab(layout='banded', size='letter'))
def ar_names():
    b = Book('ar-names', 'AR', 34, 'ReportLab', 'Surnames that stand elsewhere on the page (the company’s, a street’s), siblings, names cut short, written otherwise or missing.')
    b.employer.update(name='Peña, Gómez y Sosa S.A.', address='Av. San Martín 1200, Rosario')
    p = b.people
    w = b.words
    for who, (first, last) in zip(p, [
            ('Inés', 'Peña'), ('Raúl', 'Gómez'), ('Julián', 'San Martín'), ('Martín', 'Sosa'), ('Irene', 'Sosa'), ('Tomás', 'Núñez'), ('Belén', 'Núñez'),
            ('José Luis', 'Acuña'), ('José María', 'Acuña'), ('Rosario', 'Ávila'), ('Lucía', 'Córdoba'), ('Celeste', 'Martín'), ('Maximiliano Agustín', 'Fernández de la Torre'),
            ('Verónica', 'Muñoz'), ('Graciela', 'Güemes de Toledo'), ('Hernán', 'Básico'), ('Ximena', "O'Higgins"), ('Pedro', 'Núñez Cabral'), ('Ángela', 'Benítez')]):
        who.firstName, who.lastName = first, last
    for who in p[:12]:
        b.add(b.page(who), who, traps=['surname-elsewhere'])
    used = iter(p[19:32])
    for last in ('Peña', 'San Martín', 'Sosa', 'Rosario'):
        who = next(used)
        who.firstName, who.lastName = 'Noemí', last
        s = b.stranger()
        s.firstName, s.lastName = 'Estefanía', 'Bustamante'
        b.add(b.page(who, name=b.named(s)), None, 'exception', ['name-of-stranger', 'surname-elsewhere'], 'the surname stands on the page, but not as the person’s', [who])
    for i, last in enumerate(('Toledo', 'Quispe', 'Pérez')):
        one, two = next(used), next(used)
        one.firstName, one.lastName, two.firstName, two.lastName = 'Óscar', last, 'Zoe', last
        b.add(b.page(one, name=b.named(two, i)), None, 'exception', ['sibling'], 'id of one, name of another of the same surname', [one, two])
    long = p[12]
    b.add(b.page(long, name='FERNANDEZ DE LA TORR'), long, 'either', ['name-cut'], 'the surname cut at twenty letters')
    b.add(b.page(p[13], name='MU#OZ, VERONICA'), p[13], 'either', ['name-garbled'], 'ñ printed as #')
    b.add(b.page(p[14], name='Güemes, Graciela'), p[14], 'either', ['name-part'], 'the first of her surnames')
    b.add(b.page(p[15]), p[15], traps=['surname-is-a-word'])
    b.add(b.page(p[16], name='O´HIGGINS XIMENA'), p[16], 'either', ['apostrophe'], 'another apostrophe')
    b.add(b.page(p[17], name='NUNEZ CABRAL, P.'), p[17], 'either', ['initial'], 'an initial for the first name')
    page = b.page(p[18])
    page.drop(w['name'])
    b.add(page, p[18], 'exception', ['no-name'], 'an id alone: one witness')
    who = next(used)
    page = b.page(who)
    page.drop(w['id'])
    b.add(page, who, 'exception', ['no-id'], 'name and file number, no id')
    who = next(used)
    page = b.page(who)
    page.fields = []
    b.add(page, None, 'exception', ['no-id', 'no-name'], 'nothing of the person', p)
    for who in p[-2:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@files.add(by_reportlab(layout='boxed'))
def ar_months():
    b = Book('ar-months', 'AR', 30, 'ReportLab', 'Other months stand on the page, as the law asks and as payrolls do; some receipts are indeed of another month.')
    it = iter(b.people)
    said = [
        'Último depósito de aportes: período 09/2026, 12/10/2026, Banco Nación',
        'Aportes jubilatorios SEPTIEMBRE 2026 depositados el 12/10/2026',
        'Vacaciones 2025: saldo 7 días',
        'Próximo pago: 05/12/2026',
        'Retroactivo agosto 2026 incluido',
        'Antigüedad reconocida desde marzo de 2011',
        'Convenio 130/75, escala septiembre 2026',
        'SAC proporcional 2º semestre 2026',
    ]
    for i in range(12):
        who = next(it)
        page = b.page(who)
        page.foot.insert(0, said[i % 8])
        if i == 3:
            page.rows[3] = ('0210', 'Ajuste 08/2026', '1', page.rows[3][3], '')
        b.add(page, who, traps=['months-mentioned'])
    for text in ('09/2026', 'septiembre 2026', 'Septiembre de 2026', 'OCTUBRE 2025', '2026-09', '1ª quincena 11/2026'):
        who = next(it)
        b.add(b.page(who, period=text), who, 'exception', ['other-month'], f'says {text}')
    for text in ('10-2026', '2026/10', 'Oct-26', '1ª quincena 10/2026', '01/10/2026 al 31/10/2026'):
        who = next(it)
        b.add(b.page(who, period=text), who, 'either' if text in ('Oct-26',) else 'listo', ['month-spelled'], 'a short month' if text == 'Oct-26' else '')
    who = next(it)
    page = b.page(who)
    page.drop(b.words['period'])
    b.add(page, who, 'either', ['no-month'], 'says no month')
    for _ in range(2):
        who = next(it)
        page = b.page(who)
        second = b.page(who)
        second.title = 'RECIBO DE S.A.C.'
        b.add(page, who, 'either', ['two-of-one-month'], 'two different receipts of one month')
        b.add(second, who, 'either', ['two-of-one-month'], 'two different receipts of one month')
    for who in b.people[-2:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b
