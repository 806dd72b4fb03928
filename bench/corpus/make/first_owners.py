"""Whose a page is: several pages, several people on a page, relatives and owners.
Every function makes one book; what stands above it draws it."""
from . import flowing, ids
from . import reportlab_pages as rl
from .mixed import close
from .model import Book, Page, money, paginate
from .sets import Files, by_reportlab

files = Files()


@files.add(by_reportlab(layout='boxed'))
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


@files.add(by_reportlab(layout='letter'))
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


def halves(book, path):
    rl.draw(book, path, layout='boxed')


@files.add(halves)
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


@files.add(by_reportlab(layout='letter'))
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


@files.add(by_reportlab(layout='grid'))
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


@files.add(by_reportlab(layout='boxed', size='letter'))
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


@files.add(lambda book, path: flowing.lines(book, path))
def ar_close():
    return close(Book('ar-close', 'AR', 48, 'Ghostscript', 'Relatives’ ids on receipts without one, names of the same words, pages of two receipts in turns.'))


@files.add(lambda book, path: flowing.groff(book, path))
def co_close():
    return close(Book('co-close', 'CO', 48, 'groff', 'The same where ids have no check digit.'))
