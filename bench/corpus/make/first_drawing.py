"""How a page is drawn: pieces of text, turned pages, what isn’t shown, shapes of files.
Every function makes one book; what stands above it draws it."""
from . import alter, flowing, ids
from . import reportlab_pages as rl
from .model import Book, Page
from .sets import Files, by_reportlab

files = Files()


@files.add(by_reportlab(layout='boxed'))
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


def turned(book, path):
    rl.draw(book, path, layout='boxed')
    alter.boxes(book, path)


@files.add(turned)
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


def marked(book, path):
    rl.draw(book, path, layout='boxed')
    alter.boxes(book, path)


@files.add(marked)
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


@files.add(lambda book, path: flowing.chromium(book, path, 'letters'))
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


@files.add(shared)
def uy_shared():
    b = Book('uy-shared', 'UY', 40, 'ReportLab, qpdf', 'Forty pages that share fonts and a logo, with an outline and links between pages; object streams, linearized.')
    for who in b.people:
        b.add(b.page(who), who, traps=['shared-resources'])
    return b


def in_tree(book, path):
    flowing.lines(book, path)
    alter.nested(path)


@files.add(in_tree)
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


@files.add(with_revision)
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
