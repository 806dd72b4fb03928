"""The faults of any payroll, for producers whose own way of writing is what is tried."""
from . import ids
from .model import Book, Page, paginate, period_text


def mixed(b, plain=8, styles=('full', 'of', 'carry'), rows_each=10):
    """Adds plain receipts and one or more of each fault to a book of at least plain + 14 people."""
    w, c = b.words, b.country
    it = iter(b.people)
    for i in range(plain):
        who = next(it)
        b.add(b.page(who, name=b.named(who, i % 4)), who, traps=['plain'])
    for style in styles:
        who = next(it)
        b.add(paginate(b, who, 2, style, rows_each), who, traps=['pages-' + style])
    who = next(it)
    if c in ('AR', 'BR', 'CL', 'UY'):
        b.add(b.page(who, id=ids.shown(c, ids.wrong_digit(c, who.cuil, b.rng))), who, 'exception', ['wrong-digit'], 'check digit is wrong')
    else:
        b.add(b.page(who, id=ids.shown(c, ids.transposed(who.cuil, b.rng))), who, 'exception', ['transposed'], 'two characters exchanged: nobody’s id')
    one, two = next(it), next(it)
    b.add(b.page(one, name=b.named(two)), None, 'exception', ['name-of-another'], 'id of one, name of another', [one, two])
    who = next(it)
    who.state = 'inactive'
    b.add(b.page(who), who, 'exception', ['inactive'], 'left the company')
    s = b.stranger()
    b.add(b.page(s), None, 'exception', ['unknown'], 'nobody of this file', b.people)
    who = next(it)
    b.add(b.page(who, period=period_text(c, '2026-07-01', 0)), who, 'exception', ['other-month'], 'says July')
    who, lost = next(it), next(it)
    b.add(b.page(who), who, traps=['before-orphan'], forbidden=[lost])
    b.add(paginate(b, lost, 2, 'of', rows_each)[1], lost, 'exception', ['orphan'], 'second page without its first', [who])
    who, mate = next(it), next(it)
    page = b.page(who)
    page.foot.append(f'{b.named(mate, 1)} {w["id"]} {ids.shown(c, mate.cuil)}')
    b.add(page, who, 'either', ['two-ids'], 'another employee’s name and id at the foot', [mate])
    one, two = b.people[-2:]
    b.add(b.page(one), one, traps=['namesake'], forbidden=[two])
    b.add(b.page(two), two, traps=['namesake'], forbidden=[one])
    return b
