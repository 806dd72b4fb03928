"""The faults of any payroll, for producers whose own way of writing is what is tried."""
from . import ids
from .model import paginate, period_text


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


def close(b):
    """People who are near each other: kin on each other's receipts, names of the same words, pages out of order. At least 44 people."""
    w, c = b.words, b.country
    it = iter(b.people)

    def shown(who):
        return ids.shown(c, who.cuil)

    def named(one, two, first, second, last, other=None):
        one.firstName, one.lastName, two.firstName, two.lastName = first, last, second, other or last

    # The own id is missing or typed wrong; that of a relative of the same surname, an employee too, stands there.
    for how in ('missing', 'wrong', 'missing', 'wrong'):
        who, kin = next(it), next(it)
        named(who, kin, 'Graciela', 'Hernán', 'Villagrán')
        page = b.page(who)
        if how == 'missing':
            page.drop(w['id'])
        else:
            page.set(w['id'], ids.shown(c, ids.transposed(who.cuil, b.rng)))
        page.foot.append(f'{"Cônjuge" if c == "BR" else "Cónyuge"} a cargo: {b.named(kin, 1)}, {w["id"]} {shown(kin)}')
        b.add(page, who, 'exception', ['kins-id', 'no-id' if how == 'missing' else 'transposed'], 'the only right id is a relative’s', [kin])
    # Father and son of one whole name; the son's receipt names the father's id alone.
    who, kin = next(it), next(it)
    named(who, kin, 'Agustín', 'Agustín', 'Larrañaga')
    page = b.page(who)
    page.drop(w['id'])
    page.foot.append(f'Familiar: {w["id"]} {shown(kin)}')
    b.add(page, who, 'exception', ['kins-id', 'namesake', 'no-id'], 'the id is a namesake’s; the file number is not', [kin])
    # The file number is another's.
    for _ in range(2):
        who, other = next(it), next(it)
        b.add(b.page(who, file=other.fileNumber), who, 'either', ['file-number-of-another'], 'id and name of one, file number of another', [other])
    # The same words in another order, or more of them.
    for first, second, last, other in (('María José', 'José María', 'Ordóñez', None), ('Juan', 'Juan', 'Quispe', 'Quispe Toledo'), ('Ana Luz', 'Luz', 'Rojas', None)):
        who, other_one = next(it), next(it)
        named(who, other_one, first, second, last, other)
        b.add(b.page(who, name=b.named(other_one)), None, 'exception', ['near-name'], 'id of one, name of another with the same words', [who, other_one])
        one, two = next(it), next(it)
        named(one, two, first, second, 'Benítez', 'Benítez Toledo' if other else None)
        b.add(b.page(one), one, traps=['near-name'], forbidden=[two])
        b.add(b.page(two), two, traps=['near-name'], forbidden=[one])
    # Pages of two receipts in turns; the second pages without an id.
    one, two = next(it), next(it)
    a, d = paginate(b, one, 2, 'of', 8), paginate(b, two, 2, 'of', 8)
    b.add(a[0], one, 'either', ['in-turns'], 'its second page comes later', [two])
    b.add(d[0], two, 'either', ['in-turns'], 'its second page comes later', [one])
    b.add(a[1], one, 'exception', ['in-turns', 'orphan'], 'a second page after another’s first', [two])
    b.add(d[1], two, 'exception', ['in-turns', 'orphan'], 'a second page after another’s second', [one])
    # The second page says another's id, without a name; another's name, without an id; the first's id and another's name.
    one, two = next(it), next(it)
    b.add(b.page(one), one, traps=['before-other'], forbidden=[two])
    page = paginate(b, two, 2, 'full', 8)[1]
    page.drop(w['name'], w['file'])
    page.top = []
    b.add(page, two, 'exception', ['second-says-id'], 'an id and no name', [one])
    one, two = next(it), next(it)
    b.add(b.page(one), one, traps=['before-other'], forbidden=[two])
    page = paginate(b, two, 2, 'name', 8)[1]
    b.add(page, two, 'exception', ['second-says-name'], 'a name and no id', [one])
    one, two = next(it), next(it)
    page = paginate(b, one, 2, 'full', 8)
    page[1].set(w['name'], b.named(two))
    b.add(page[0], one, 'either', ['before-other'], 'page 1 of 2; the second contradicts it', [two])
    b.add(page[1], None, 'exception', ['second-names-another'], 'the id of the page before and another’s name', [one, two])
    # The second before the first; each says whose it is.
    one = next(it)
    page = paginate(b, one, 2, 'full', 8)
    b.add([page[1], page[0]], one, 'either', ['backwards'], 'page 2 before page 1')
    for who in b.people[-2:]:
        b.add(b.page(who), who, traps=['namesake'])
    return b
