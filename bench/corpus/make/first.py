"""The first set: what each file tries. Every function makes one book and says how it is drawn."""
from .model import Book, Page, paginate, period_text, money
from . import ids
from . import alter, flowing
from .mixed import close, mixed
from . import reportlab_pages as rl

DONE = []


def file(draw):
    def wrap(make):
        DONE.append((make, draw))
        return make
    return wrap


def by_reportlab(**how):
    return lambda book, path: rl.draw(book, path, **how)


@file(by_reportlab(layout='boxed'))
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


@file(by_reportlab(layout='grid', size='letter'))
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


@file(by_reportlab(layout='banded'))
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


@file(by_reportlab(layout='boxed'))
def ar_pages():
    b = Book('ar-pages', 'AR', 28, 'ReportLab', 'Receipts of two to four pages, and pages that only seem to belong to the receipt before.')
    p = b.people
    w = b.words
    it = iter(p)
    for style, count in (('full', 2), ('of', 2), ('carry', 2), ('file', 2), ('name', 2), ('of', 3), ('full', 4), ('carry', 3)):
        who = next(it)
        b.add(paginate(b, who, count, style), who, traps=['pages-' + style])
    who = next(it)
    b.add(paginate(b, who, 2, 'bare'), who, 'either', ['pages-bare'], 'nothing says that its second page belongs to it')
    who = next(it)
    b.add(b.page(who), who, traps=['before-blank'])
    b.loose(Page('AR'), 'blank')
    who = next(it)
    b.add(b.page(who), who, traps=['before-notice'])
    b.loose(Page('AR', 'AVISO A TODO EL PERSONAL', b.employer['name'].split('|'), foot=['La oficina de personal atiende de lunes a viernes de 9 a 13.', 'Las fiestas de fin de año se informan en cartelera.']), 'notice')
    # Another's second page, its first missing, after a whole receipt.
    for style in ('of', 'file', 'name', 'carry', 'bare'):
        who, lost = next(it), next(it)
        first = b.page(who)
        b.add(first, who, traps=['before-orphan-' + style], forbidden=[lost])
        b.add(paginate(b, lost, 2, style)[1], lost, 'exception', ['orphan', 'orphan-' + style], 'second page without its first', [who])
    # First page of one, then second page of another: both say "de 2".
    who, lost = next(it), next(it)
    b.add(paginate(b, who, 2, 'of')[0], who, 'either', ['lost-second', 'before-orphan'], 'page 1 of 2, whose second is missing', [lost])
    b.add(paginate(b, lost, 2, 'of')[1], lost, 'exception', ['orphan', 'orphan-crossed'], 'page 2 of 2 of another file number', [who])
    who, lost = next(it), next(it)
    b.add(paginate(b, who, 2, 'carry')[0], who, 'either', ['lost-second', 'before-orphan'], 'a running total without its next page', [lost])
    b.add(paginate(b, lost, 2, 'carry')[1], lost, 'exception', ['orphan', 'orphan-crossed'], 'carries another running total', [who])
    # A list of everybody.
    page = Page('AR', 'RESUMEN DE LIQUIDACIÓN', [b.employer['name'], f'{w["employer"]} {b.employer["id"]}'], rows=[(x.fileNumber, f'{b.named(x)} {ids.shown("AR", x.cuil)}', '', money('AR', 900000 + i * 777.77), '') for i, x in enumerate(p[:20])])
    b.add(page, None, 'exception', ['summary'], 'a list of many people is nobody’s receipt', p)
    who = next(it)
    b.add(b.page(who), who, traps=['last'])
    page = page.copy(rows=page.rows[:1], title='RESUMEN DE LIQUIDACIÓN (continuación)')
    b.add(page, None, 'exception', ['summary'], 'the rest of a list: one person’s name and id, no receipt', p)
    b.receipts[-1].update(expected='either', person=p[0].id, forbidden=[x.id for x in p[1:]], why='one person only, but not a receipt')
    return b


@file(by_reportlab(layout='letter'))
def ar_two_ids():
    b = Book('ar-two-ids', 'AR', 30, 'ReportLab', 'Other people’s ids on the page; the employer is a person, whose id looks like an employee’s and comes first.', company=(ids.cuil('20', '17445112'), ids.shown('AR', ids.cuil('20', '17445112'))))
    p = b.people
    w = b.words
    boss = p[0]
    b.add(b.page(boss), boss, traps=['employer-is-person'])
    for who in p[1:6]:
        b.add(b.page(who), who, traps=['employer-is-person'])
    for who in p[6:10]:
        page = b.page(who)
        page.foot.append(f'Autorizó: {b.named(boss, 1)} – CUIL {ids.shown("AR", boss.cuil)}')
        b.add(page, who, 'either', ['managers-id'], 'two employees’ ids; the second signs', [boss])
    for who, mate in zip(p[10:13], p[13:16]):
        page = b.page(who)
        page.fields.append(('Cónyuge a cargo', f'{b.named(mate)} CUIL {ids.shown("AR", mate.cuil)}'))
        b.add(page, who, 'either', ['spouses-id'], 'two employees’ ids', [mate])
    for who in p[16:19]:
        page = b.page(who)
        page.fields.insert(0, ('Delegado gremial', f'{b.named(boss)} CUIL {ids.shown("AR", boss.cuil)}'))
        b.add(page, who, 'either', ['delegates-id'], 'another employee’s id before the own', [boss])
    for who, mate in zip(p[19:22], p[22:25]):
        page = b.page(who)
        page.fields[2:2] = [(w['name'], b.named(mate)), (w['id'], ids.shown('AR', mate.cuil))]
        b.add(page, None, 'exception', ['two-people'], 'two names and ids, alike in every way', [who, mate])
    insurer = ids.cuil('30', '55667788')
    for who in p[25:28]:
        page = b.page(who)
        page.foot.append(f'Obra social OSPIA – CUIT {ids.shown("AR", insurer)}')
        b.add(page, who, traps=['third-partys-id'])
    accountant = ids.cuil('20', '14888321')
    who = p[28]
    page = b.page(who)
    page.foot.append(f'Liquidó: Cr. R. Oviedo – CUIL {ids.shown("AR", accountant)}')
    b.add(page, who, 'either', ['strangers-id'], 'the id of a person who is no employee')
    # The employee's own id is missing; only a colleague's is there.
    who = p[29]
    page = b.page(who)
    page.drop(w['id'])
    page.foot.append(f'Autorizó: {b.named(boss, 1)} – CUIL {ids.shown("AR", boss.cuil)}')
    b.add(page, who, 'exception', ['managers-id', 'no-id'], 'no id of its own', [boss])
    page = b.page(p[1])
    page.drop(w['id'])
    b.add(page, p[1], 'exception', ['employer-only'], 'no id but the employer’s', [boss])
    return b


@file(by_reportlab(layout='boxed'))
def ar_runs():
    b = Book('ar-runs', 'AR', 26, 'ReportLab', 'The same text, otherwise drawn: characters, pieces, letter-spacing, two lines, backwards, forms, white text, text over text.')
    p = b.people
    it = iter(p)

    def own(who, **art):
        page = b.page(who)
        page.art = art
        return page
    for how in ('chars', 'pieces', 'wide', 'lines'):
        for _ in range(2):
            who = next(it)
            b.add(own(who, runs={ids.shown('AR', who.cuil): how}, cut=12), who, traps=['id-' + how])
    for _ in range(3):
        who = next(it)
        b.add(own(who, backwards=True), who, traps=['drawn-backwards'])
    for _ in range(3):
        who = next(it)
        b.add(own(who, form=True), who, traps=['form-xobject'])
    for _ in range(3):
        who, other = next(it), next(it)
        b.add(own(who, white=[f'CUIL {ids.shown("AR", other.cuil)}', b.named(other)]), who, 'either', ['white-text'], 'text that the page doesn’t show names another', [other])
    who, other = next(it), next(it)
    page = own(who, white=[f'CUIL {ids.shown("AR", other.cuil)}', b.named(other)])
    page.drop(b.words['id'])
    b.add(page, who, 'exception', ['white-text', 'no-id'], 'the only id is one that isn’t shown', [other])
    who, other = next(it), next(it)
    page = own(who, white=[f'{b.words["id"]} {ids.shown("AR", other.cuil)} {b.named(other)}'])
    page.drop(b.words['id'], b.words['name'])
    b.add(page, None, 'exception', ['white-text', 'no-id'], 'id and name are not shown; nothing says whose it is', [who, other])
    who = next(it)
    page = own(who, over=[(12, 250, f'Próximo recibo: {ids.shown("AR", p[0].cuil)}', 7)])
    b.add(page, who, 'either', ['next-ones-id'], 'names the id of the receipt that follows', [p[0]])
    return b


@file(by_reportlab(layout='grid', size='a5'))
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


@file(by_reportlab(layout='banded'))
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


@file(by_reportlab(layout='letter'))
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


@file(by_reportlab(layout='boxed', size='letter'))
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


def turned(book, path):
    rl.draw(book, path, layout='boxed')
    alter.boxes(book, path)


@file(turned)
def ar_turned():
    b = Book('ar-turned', 'AR', 34, 'ReportLab, pikepdf', 'Pages turned by /Rotate and by drawing, boxes that don’t begin at zero, sheets larger than what is shown, UserUnit, annotations.')
    it = iter(b.people)

    def own(trap, expected='listo', why='', forbidden=(), drop=(), **art):
        who = next(it)
        page = b.page(who)
        page.drop(*drop)
        page.art = art
        b.add(page, who, expected, [trap], why, forbidden)
        return who
    for angle in (90, 180, 270):
        own(f'upright-by-rotate-{angle}', turn=angle, rotate=angle)
        own(f'upright-by-rotate-{angle}', turn=angle, rotate=angle)
    for angle in (90, 180, 270):
        own(f'shown-turned-{angle}', turn=angle)
        own(f'shown-turned-{angle}', rotate=angle)
    own('box-offset', offset=(-120, 340))
    own('box-offset', offset=(1000, -2000))
    own('box-offset', offset=(50, 75), turn=90, rotate=90)
    own('crop-box', margin=60)
    own('crop-box', margin=90, offset=(-200, 15))
    own('crop-box', margin=70, turn=270, rotate=270)
    own('user-unit', unit=2)
    own('user-unit', unit=4, rotate=180)
    own('user-unit', unit=1.5, offset=(33, 44))
    own('rotate-negative', rotate=-90, turn=270)
    # A sheet of two receipts, twice; each time one half is shown. The text of the other stands there unseen.
    for _ in range(3):
        one, two = next(it), next(it)
        for i, (who, other) in enumerate(((one, two), (two, one))):
            page = Page('AR', halves=[b.page(one, rows=3), b.page(two, rows=3)], art=dict(crop=('upper', 'lower')[i]))
            b.add(page, who, 'either', ['half-shown'], 'another’s receipt stands on the page outside of what is shown', [other])
    other = b.people[0]
    own('note', 'either', 'a note names another', [other], note=f'Ver con {b.named(other)} CUIL {ids.shown("AR", other.cuil)}')
    who = next(it)
    page = b.page(who)
    page.drop(b.words['id'])
    page.art = dict(freetext=[f'CUIL {ids.shown("AR", who.cuil)}', b.named(who)])
    b.add(page, who, 'either', ['id-in-annotation'], 'the id stands in an annotation')
    who = next(it)
    page = b.page(who)
    page.drop(b.words['id'])
    page.art = dict(field=[(12, 250, 'CUIL ' + ids.shown('AR', who.cuil))])
    b.add(page, who, 'either', ['id-in-field'], 'the id stands in a form field')
    return b


def halves(book, path):
    rl.draw(book, path, layout='boxed')


@file(halves)
def ar_halves():
    b = Book('ar-halves', 'AR', 30, 'ReportLab', 'Two receipts on a page, of two people or of one (original and duplicate), above each other or beside.')
    it = iter(b.people)
    for k in range(6):
        who = next(it)
        half = b.page(who, rows=5)
        half.top = ['ORIGINAL']
        double = half.copy(top=['DUPLICADO'])
        b.add(Page('AR', halves=[half, double]), who, traps=['original-and-duplicate'])
    for k in range(6):
        one, two = next(it), next(it)
        b.share(Page('AR', halves=[b.page(one, rows=4), b.page(two, rows=4)]), [
            (one, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[two.id])),
            (two, dict(traps=['two-on-a-page'], why='a page of two people', forbidden=[one.id]))])
    for k in range(3):
        who = next(it)
        page = b.page(who)
        b.add([page.copy(top=['ORIGINAL']), page.copy(top=['DUPLICADO'])], who, 'either', ['original-then-duplicate'], 'two sheets of one receipt')
    for who in it:
        b.add(b.page(who), who, traps=['plain'])
    return b


def scans(book, path):
    rl.draw(book, path, layout='boxed' if book.country == 'AR' else 'banded', size='a5' if book.country == 'AR' else 'a4')
    alter.scanned(book, path)
    alter.boxes(book, path)


@file(scans)
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


@file(scans)
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


@file(half_maps)
def ar_half_mapped():
    b = Book('ar-half-mapped', 'AR', 10, 'ReportLab, pikepdf', 'Fonts whose codes are ASCII, but whose accented letters read as something else.')
    for who in b.people:
        b.add(b.page(who), who, 'either', ['no-accents'], 'accented letters read as others', (), 'ocr')
    return b


def shared(book, path):
    logo = path.with_suffix('.png')
    picture(logo)
    rl.draw(book, path, layout='banded', outline=True, logo=str(logo))
    logo.unlink()
    alter.written(path, ['--object-streams=generate', '--linearize'])


def picture(path):
    from PIL import Image, ImageDraw
    image = Image.new('RGB', (220, 150), (255, 255, 255))
    pen = ImageDraw.Draw(image)
    for i in range(12):
        pen.ellipse((10 + i * 8, 10 + i * 5, 200 - i * 6, 140 - i * 3), outline=(20 * i, 90, 160), width=3)
    image.save(path)


@file(shared)
def uy_shared():
    b = Book('uy-shared', 'UY', 40, 'ReportLab, qpdf', 'Forty pages that share fonts and a logo, with an outline and links between pages; object streams, linearized.')
    for who in b.people:
        b.add(b.page(who), who, traps=['shared-resources'])
    return b


@file(lambda book, path: flowing.weasyprint(book, path, 'plain'))
def mx_weasyprint():
    return mixed(Book('mx-weasyprint', 'MX', 26, 'WeasyPrint', 'HTML printed by WeasyPrint: labels and values in a list, letter paper.'), 10)


def tagged(book, path):
    flowing.chromium(book, path, 'cards', tagged=True)
    alter.written(path, ['--object-streams=generate'])


@file(tagged)
def cl_chromium():
    b = mixed(Book('cl-chromium', 'CL', 34, 'Chromium, qpdf', 'A web page’s print, tagged: values under labels in a grid; ids in spans, in boxes, broken over two lines.'), 10)
    for who, how in zip(b.people[22:28], ('spans', 'boxes', 'soft') * 2):
        page = b.page(who)
        page.art['spelled'] = {ids.shown('CL', who.cuil): how}
        b.add(page, who, traps=['id-' + how])
    return b


@file(lambda book, path: flowing.writer(book, path))
def br_writer():
    return mixed(Book('br-writer', 'BR', 26, 'LibreOffice Writer', 'A letter merge of a word processor: tables without frames.'), 10)


@file(lambda book, path: flowing.calc(book, path))
def co_calc():
    b = mixed(Book('co-calc', 'CO', 24, 'LibreOffice Calc', 'A spreadsheet’s print: long text runs over its neighbouring cells.'), 8)
    return b


@file(lambda book, path: flowing.groff(book, path))
def pe_groff():
    return mixed(Book('pe-groff', 'PE', 26, 'groff', 'groff’s own PDF: base fonts that aren’t embedded.'), 10)


@file(lambda book, path: flowing.lines(book, path))
def uy_lines():
    return mixed(Book('uy-lines', 'UY', 26, 'Ghostscript', 'A line printer’s page from PostScript, all in one width.'), 10)


@file(lambda book, path: flowing.cairo_pages(book, path))
def ar_cairo():
    return mixed(Book('ar-cairo', 'AR', 26, 'cairo', 'The person stands at the foot of the page, below the amounts.'), 10)


def identity(book, path):
    flowing.chromium(book, path, 'cards')
    alter.unmapped(path)


@file(identity)
def cl_unmapped():
    b = Book('cl-unmapped', 'CL', 10, 'Chromium, pikepdf', 'Fonts without Unicode maps, whose codes are glyph numbers: no text at all.')
    for who in b.people:
        b.add(b.page(who), who, 'listo', ['no-unicode-map'], '', (), 'ocr')
    return b


@file(by_reportlab(layout='banded', size='letter'))
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


@file(by_reportlab(layout='boxed'))
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


def marked(book, path):
    rl.draw(book, path, layout='boxed')
    alter.boxes(book, path)


@file(marked)
def ar_marks():
    b = Book('ar-marks', 'AR', 44, 'ReportLab, pikepdf', 'Text that is printed twice for boldness, covered, off the page, in a layer that is off, in the title of the next; watermarks, fields, notes.')
    it = iter(b.people[4:])
    first = b.people[:4]
    w = b.words

    def say(person):
        return f'{w["id"]} {ids.shown("AR", person.cuil)} {b.named(person)}'

    def own(trap, expected='listo', why='', forbidden=(), drop=(), **art):
        who = next(it)
        page = b.page(who)
        page.drop(*drop)
        page.art = art
        b.add(page, who, expected, [trap], why, forbidden)
    for _ in range(4):
        own('printed-twice', bold=True)
    for _ in range(3):
        own('watermark', watermark='COPIA FIEL – ' + b.employer['name'])
    for other in first[:3]:
        own('covered', 'either', 'another’s id under a white rectangle', [other], covered=say(other))
    for other in first[:2]:
        own('covered', 'exception', 'the only id is covered', [other], (w['id'],), covered=say(other))
    for other in first[:3]:
        own('off-page', 'either', 'another’s id outside the page', [other], over=[(-90, 40, say(other), 8)])
    own('off-page', 'exception', 'the only id is outside the page', [first[3]], (w['id'],), over=[(230, 40, say(first[3]), 8)])
    for other in first[:3]:
        own('layer-off', 'either', 'another’s id in a layer that isn’t shown', [other], layer=say(other))
    own('layer-off', 'exception', 'the only id is in a layer that isn’t shown', [first[0]], (w['id'],), layer=say(first[0]))
    for other in first[:3]:
        own('next-ones-id', 'either', 'names whose receipt follows', [other], over=[(120, 285, f'Sigue: {say(other)}', 6)])
    for other in first[:3]:
        own('note', 'either', 'a note names another', [other], note=f'Ver con {say(other)}')
    for trap in ('annotation', 'annotation', 'field', 'field'):
        who = next(it)
        page = b.page(who)
        page.drop(w['id'])
        page.art = dict(freetext=[f'CUIL {ids.shown("AR", who.cuil)}', b.named(who)]) if trap == 'annotation' else dict(field=[(12, 250, 'CUIL ' + ids.shown('AR', who.cuil))])
        b.add(page, who, 'either', ['id-in-' + trap], f'the id stands in an {trap}')
    for other in first[:2]:
        who = next(it)
        page = b.page(who)
        page.drop(w['id'], w['name'])
        page.art = dict(freetext=[f'CUIL {ids.shown("AR", other.cuil)}', b.named(other)])
        b.add(page, None, 'exception', ['only-in-annotation'], 'id and name of somebody in an annotation, another’s file number', [who, other])
    for _ in range(2):
        own('tiny', tiny=0.42)
    for _ in range(2):
        own('mirror-scale', tiny=1.7)
    return b


@file(lambda book, path: flowing.chromium(book, path, 'letters'))
def ar_letters():
    b = Book('ar-letters', 'AR', 26, 'Chromium', 'Letters that are not what they seem: decomposed accents, ligatures, small capitals, other hyphens, soft hyphens and empty spaces within ids.')
    import unicodedata
    p = b.people
    for who, name in zip(p, ('Sofia Fiorella', 'Adolfina', 'Rafful', 'Serafín', 'Efigenia')):
        who.firstName, who.lastName = name, ('Afflitto', 'Cufré', 'Griffin', 'Fierro', 'Pfister')[p.index(who)]
    for who in p[:5]:
        b.add(b.page(who), who, traps=['ligatures'])
    for who in p[5:10]:
        b.add(b.page(who, name=unicodedata.normalize('NFD', b.named(who))), who, traps=['decomposed-accents'])
    for who, sep in zip(p[10:18], ('\u2010', '\u2011', '\u2212', '\u00ad', '\u200b', '\u2007', '\u202f', '.')):
        b.add(b.page(who, id=ids.shown('AR', who.cuil, sep=sep)), who, 'either' if sep == '\u00ad' else 'listo', [f'id-u{ord(sep):04x}'], 'soft hyphens aren’t drawn' if sep == '\u00ad' else '')
    for who in p[18:22]:
        page = b.page(who)
        page.art['spelled'] = {ids.shown('AR', who.cuil): 'spans'}
        b.add(page, who, traps=['id-spans'])
    for who in p[22:24]:
        page = b.page(who, name='')
        page.set(b.words['name'], b.named(who, 2).replace(' ', '\u00a0'))
        b.add(page, who, traps=['name-no-break-spaces'])
    for who in p[24:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b


@file(by_reportlab(layout='letter'))
def ar_numbered():
    b = Book('ar-numbered', 'AR', 30, 'ReportLab', 'Every page says which it is of the whole file, so that a page’s number says nothing of whose it is.')
    it = iter(b.people)
    for i in range(8):
        who = next(it)
        b.add(b.page(who), who, traps=['numbered-file'])
    for style in ('full', 'full', 'carry', 'file'):
        who = next(it)
        b.add(paginate(b, who, 2, style), who, traps=['numbered-file', 'pages-' + style])
    for style in ('file', 'carry', 'bare', 'bare'):
        who, lost = next(it), next(it)
        b.add(b.page(who), who, traps=['numbered-file', 'before-orphan'], forbidden=[lost])
        b.add(paginate(b, lost, 2, style)[1], lost, 'exception', ['numbered-file', 'orphan'], 'second page without its first', [who])
    for who in b.people[-2:]:
        b.add(b.page(who), who, traps=['numbered-file', 'namesake'])
    for n, page in enumerate(b.pages):
        page.top = [f'Página {n + 1} de {len(b.pages)}']
    return b


@file(by_reportlab(layout='grid'))
def ar_owner():
    b = Book('ar-owner', 'AR', 20, 'ReportLab', 'The employer is a person who is an employee of the own company: the id of the head of each page is an employee’s, with the name.')
    p = b.people
    w = b.words
    owner = p[0]
    b.company, b.employer_ids = owner.cuil, [owner.cuil]
    b.employer.update(id=ids.shown('AR', owner.cuil), name=f'{b.named(owner, 1)} e hijos')
    p[1].lastName, p[2].lastName = owner.lastName, owner.lastName
    b.add(b.page(owner), owner, 'either', ['owner-is-employee'], 'the employer’s own receipt')
    for who in p[1:12]:
        b.add(b.page(who), who, traps=['owner-is-employee'], forbidden=[owner])
    for who in (p[12], p[13]):
        page = b.page(who)
        page.drop(w['id'])
        b.add(page, who, 'exception', ['owner-is-employee', 'no-id'], 'no id but the employer’s', [owner])
    page = b.page(p[14])
    page.drop(w['id'], w['name'])
    b.add(page, None, 'exception', ['owner-is-employee', 'no-id', 'no-name'], 'only the employer’s id and name', [owner, p[14]])
    page = b.page(p[15], id=ids.shown('AR', ids.wrong_digit('AR', p[15].cuil, b.rng)))
    b.add(page, p[15], 'exception', ['owner-is-employee', 'wrong-digit'], 'check digit is wrong', [owner])
    return b


@file(by_reportlab(layout='boxed', size='letter'))
def co_twins():
    b = Book('co-twins', 'CO', 24, 'ReportLab', 'Brothers and sisters of one surname whose ids follow each other, as those issued on one day do.')
    p = b.people
    pairs = list(zip(p[0:16:2], p[1:16:2]))
    for k, (one, two) in enumerate(pairs):
        start = b.rng.randrange(1_010_000_000, 1_099_000_000)
        one.cuil = one.dni = str(start)
        two.cuil = two.dni = str(start + 1)
        two.lastName = one.lastName
        one.firstName, two.firstName = (('María José', 'María Josefa'), ('Juan', 'Juana'), ('Ana', 'Ana Inés'), ('Luis', 'Luisa'))[k % 4]
    for one, two in pairs[:5]:
        b.add(b.page(one), one, traps=['twins'], forbidden=[two])
        b.add(b.page(two), two, traps=['twins'], forbidden=[one])
    for one, two in pairs[5:]:
        b.add(b.page(one, name=b.named(two)), None, 'exception', ['twins', 'sibling'], 'id of one, name of the other', [one, two])
    for who in p[16:]:
        b.add(b.page(who), who, traps=['plain'])
    return b


@file(lambda book, path: flowing.lines(book, path))
def ar_close():
    return close(Book('ar-close', 'AR', 48, 'Ghostscript', 'Relatives’ ids on receipts without one, names of the same words, pages of two receipts in turns.'))


@file(lambda book, path: flowing.groff(book, path))
def co_close():
    return close(Book('co-close', 'CO', 48, 'groff', 'The same where ids have no check digit.'))


def as_curves(book, path):
    flowing.cairo_pages(book, path)
    alter.curves(path)


@file(as_curves)
def cl_curves():
    b = Book('cl-curves', 'CL', 8, 'cairo, Ghostscript', 'Text as outlines: no text, no picture.')
    for who in b.people[:3]:
        b.add(b.page(who, rows=3), who, 'listo', ['outlines'], '', (), 'ocr')
    return b


def in_tree(book, path):
    flowing.lines(book, path)
    alter.nested(path)


@file(in_tree)
def uy_tree():
    b = Book('uy-tree', 'UY', 16, 'Ghostscript, pikepdf', 'Boxes and resources come from the page tree; contents are in pieces.')
    for who in b.people[:14]:
        b.add(b.page(who), who, traps=['page-tree'])
    for who in b.people[14:]:
        b.add(b.page(who), who, traps=['page-tree', 'namesake'])
    return b


def with_revision(book, path):
    import pikepdf
    flowing.lines(book, path)
    changes = {}
    with pikepdf.open(path) as pdf:
        for n, page in enumerate(book.pages):
            if 'was' in page.art:
                changes[n] = page.art['was'].encode(), page.art['now'].encode()
    alter.corrected(path, changes)


@file(with_revision)
def cl_revised():
    """What the truth says is of the second revision; the pages are first drawn with another's id."""
    b = Book('cl-revised', 'CL', 16, 'Ghostscript', 'A second revision corrects ids; the first, with another’s, is still in the file.')
    for who in b.people[:8]:
        b.add(b.page(who), who, traps=['plain'])
    others = b.people[8:14]
    for who, other in zip(others, others[1:] + others[:1]):
        was, now = ids.shown('CL', other.cuil), ids.shown('CL', who.cuil)
        if len(was) != len(now):
            was = was.rjust(len(now), '0') if len(was) < len(now) else was[-len(now):]
        page = b.page(who, id=was)
        page.art = dict(was=was, now=now, spelled={'': ''})
        b.add(page, who, traps=['revised'], forbidden=[other])
    return b
