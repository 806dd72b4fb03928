"""The same faults by each producer.
Every function makes one book; what stands above it draws it."""
from . import alter, flowing, ids
from .mixed import mixed
from .model import Book
from .sets import Files

files = Files()


@files.add(lambda book, path: flowing.weasyprint(book, path, 'plain'))
def mx_weasyprint():
    return mixed(Book('mx-weasyprint', 'MX', 26, 'WeasyPrint', 'HTML printed by WeasyPrint: labels and values in a list, letter paper.'), 10)


def tagged(book, path):
    flowing.chromium(book, path, 'cards', tagged=True)
    alter.written(path, ['--object-streams=generate'])


@files.add(tagged)
def cl_chromium():
    b = mixed(Book('cl-chromium', 'CL', 34, 'Chromium, qpdf', 'A web page’s print, tagged: values under labels in a grid; ids in spans, in boxes, broken over two lines.'), 10)
    for who, how in zip(b.people[22:28], ('spans', 'boxes', 'soft') * 2):
        page = b.page(who)
        page.art['spelled'] = {ids.shown('CL', who.cuil): how}
        b.add(page, who, traps=['id-' + how])
    return b


@files.add(lambda book, path: flowing.writer(book, path))
def br_writer():
    return mixed(Book('br-writer', 'BR', 26, 'LibreOffice Writer', 'A letter merge of a word processor: tables without frames.'), 10)


@files.add(lambda book, path: flowing.calc(book, path))
def co_calc():
    b = mixed(Book('co-calc', 'CO', 24, 'LibreOffice Calc', 'A spreadsheet’s print: long text runs over its neighbouring cells.'), 8)
    return b


@files.add(lambda book, path: flowing.groff(book, path))
def pe_groff():
    return mixed(Book('pe-groff', 'PE', 26, 'groff', 'groff’s own PDF: base fonts that aren’t embedded.'), 10)


@files.add(lambda book, path: flowing.lines(book, path))
def uy_lines():
    return mixed(Book('uy-lines', 'UY', 26, 'Ghostscript', 'A line printer’s page from PostScript, all in one width.'), 10)


@files.add(lambda book, path: flowing.cairo_pages(book, path))
def ar_cairo():
    return mixed(Book('ar-cairo', 'AR', 26, 'cairo', 'The person stands at the foot of the page, below the amounts.'), 10)
