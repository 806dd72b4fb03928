"""Producers that flow text by themselves: Chromium, WeasyPrint, LibreOffice Writer and Calc, groff, Ghostscript, cairo."""
import os
import pathlib
import subprocess
import tempfile
from html import escape as e
import cairo

ENV = os.environ | {'HOME': tempfile.gettempdir(), 'SOURCE_DATE_EPOCH': '1793500000'}


def run(*command, cwd=None, data=None):
    done = subprocess.run([str(c) for c in command], cwd=cwd, input=data, capture_output=True, env=ENV, timeout=240)
    if done.returncode:
        raise SystemExit(f'{command[0]}: {done.stderr.decode()[-2000:]}')
    return done.stdout


# --- HTML, for Chromium and WeasyPrint ---

CSS = {
    'cards': '''@page { size: A4; margin: 14mm } body { font: 9pt "Liberation Sans"; color: #223 }
      section { break-after: page } h1 { font-size: 13pt; margin: 0 0 3mm } .head { display: flex; justify-content: space-between; border-bottom: 1px solid #668; padding-bottom: 3mm }
      dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm } dt { font-size: 7pt; color: #667 } dd { margin: 0; font-weight: bold }
      table { width: 100%; border-collapse: collapse } td { padding: 1mm; border-bottom: 1px solid #dde } td:nth-child(n+3) { text-align: right }''',
    'plain': '''@page { size: letter; margin: 18mm } body { font: 10pt "Liberation Serif" } section { page-break-after: always }
      h1 { font-size: 12pt; text-align: center } .head div { display: inline } .head div + div::before { content: " – " }
      dl { margin: 4mm 0 } dl div { margin: .8mm 0 } dt { display: inline-block; width: 52mm; text-align: right; padding-right: 4mm; font-style: italic } dd { display: inline; margin: 0 }
      table { width: 100%; border: 1px solid; border-collapse: collapse } td { border: 1px solid #999; padding: .6mm 1.5mm } td:nth-child(n+3) { text-align: right }''',
    'columns': '''@page { size: A4 landscape; margin: 9mm } body { font: 7pt "DejaVu Sans" } section { break-after: page; columns: 2; column-gap: 8mm }
      h1 { font-size: 9pt; column-span: all; margin: 0 0 2mm } .head { margin-bottom: 3mm } dl div { display: flex; gap: 2mm } dt::after { content: " :" } dd { margin: 0 0 0 auto; letter-spacing: .06em }
      table { width: 100%; break-before: column } td:nth-child(n+3) { text-align: right }''',
    'letters': '''@page { size: A4; margin: 15mm } body { font: 10pt "Liberation Serif"; font-kerning: normal; font-variant-ligatures: common-ligatures; text-align: justify } section { break-after: page }
      h1 { font-variant: small-caps; font-size: 14pt } .head { font-variant: small-caps } dl { columns: 2 } dt { font-variant: all-small-caps } dd { margin: 0 0 2mm; text-transform: uppercase }
      section:nth-child(3n) dd { font-variant: small-caps; text-transform: none } section:nth-child(3n+1) dd { text-transform: none }
      table { width: 100% } td:nth-child(n+3) { text-align: right }''',
    'rows': '''@page { size: letter landscape; margin: 10mm } body { font: 7.5pt "Liberation Sans" } section { break-after: page }
      h1 { font-size: 9pt; text-align: right } .head { font-size: 6.5pt } table { width: 100%; border-collapse: collapse; margin: 2mm 0 } th { background: #eee; font-size: 6pt; text-align: left } td, th { border: .3pt solid #777; padding: .7mm }
      table:not(.who) td:nth-child(n+3) { text-align: right }''',
    'table': '''@page { size: 210mm 140mm; margin: 6mm } body { font: 6.5pt "Liberation Sans Narrow" } section { break-after: page }
      h1 { font-size: 8pt; margin: 0; writing-mode: horizontal-tb } .head { float: right; text-align: right } dl { display: table; border: 1px solid; width: 60% } dl div { display: table-cell; border-right: 1px solid; padding: 1mm }
      dt { font-size: 5pt } dd { margin: 0; font-weight: bold } table { width: 100%; clear: both } td:nth-child(n+3) { text-align: right }''',
}


def html(book, style):
    out = [f'<!doctype html><meta charset="utf-8"><title>{e(book.words["title"])}</title><style>{CSS[style]} section:last-child {{ break-after: auto; page-break-after: auto }} .gone {{ display: none }}</style>']
    for p in book.pages:
        out.append('<section>')
        out.append('<div class="head">' + ''.join(f'<div>{e(x)}</div>' for x in p.head + p.top) + '</div>')
        out.append(f'<h1>{e(p.title)}</h1>' if p.title else '&nbsp;')
        if p.fields and style == 'rows':
            out.append('<table class="who"><tr>' + ''.join(f'<th>{e(a)}</th>' for a, _ in p.fields) + '</tr><tr>' + ''.join(f'<td>{spelled(b, p)}</td>' for _, b in p.fields) + '</tr></table>')
        elif p.fields:
            out.append('<dl>' + ''.join(f'<div><dt>{e(a)}</dt><dd>{spelled(b, p)}</dd></div>' for a, b in p.fields) + '</dl>')
        if p.rows or p.totals:
            out.append('<table>' + ''.join('<tr>' + ''.join(f'<td>{e(c)}</td>' for c in row) + '</tr>' for row in p.rows)
                       + ''.join(f'<tr><td></td><td><b>{e(a)}</b></td><td></td><td></td><td><b>{e(b)}</b></td></tr>' for a, b in p.totals) + '</table>')
        out.extend(f'<p>{e(x)}</p>' for x in p.foot)
        out.append('</section>')
    return '\n'.join(out)


def spelled(text, page):
    how = page.art.get('spelled', {}).get(text)
    if how == 'spans':  # every third character in an element of its own
        return ''.join(f'<span>{e(text[i:i + 3])}</span>' for i in range(0, len(text), 3))
    if how == 'boxes':  # a box for each character, as forms have
        return ''.join(f'<span style="display:inline-block;border:1px solid #888;width:.95em;text-align:center">{e(c)}</span>' for c in text)
    if how == 'soft':  # a line's end within it
        return e(text[:len(text) // 2]) + '<br>' + e(text[len(text) // 2:])
    return e(text)


def chromium(book, path, style='cards', tagged=False):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'in.html'
        source.write_text(html(book, style))
        run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', f'--user-data-dir={folder}/profile', '--no-pdf-header-footer', *([] if tagged else ['--disable-pdf-tagging']), f'--print-to-pdf={path}', source.as_uri())


def weasyprint(book, path, style='plain'):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'in.html'
        source.write_text(html(book, style))
        run('weasyprint', source, path)


# --- LibreOffice, by its flat XML ---

OFFICE = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
          'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
          'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"')


def office(path, xml, ending):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f'in.{ending}'
        source.write_text(xml)
        run('soffice', f'-env:UserInstallation=file://{folder}/profile', '--headless', '--convert-to', 'pdf', '--outdir', folder, source)
        path.write_bytes((pathlib.Path(folder) / 'in.pdf').read_bytes())


def cell(text, style=''):
    return f'<table:table-cell office:value-type="string"{style}><text:p>{e(text)}</text:p></table:table-cell>'


def writer(book, path):
    """Writer: a table for the person, a table for the amounts, a page break before each page's first paragraph."""
    body = []
    for n, p in enumerate(book.pages):
        lines = p.head + p.top + ([p.title] if p.title else [])
        body.append(f'<text:p text:style-name="{"First" if n else "Standard"}">{e(lines[0] if lines else " ")}</text:p>')
        body.extend(f'<text:p text:style-name="Standard">{e(x)}</text:p>' for x in lines[1:])
        for name, columns, rows in (('p', 2, p.fields), ('r', 5, p.rows), ('t', 2, p.totals)):
            if rows:
                body.append(f'<table:table table:name="{name}{n}"><table:table-column table:number-columns-repeated="{columns}"/>'
                            + ''.join('<table:table-row>' + ''.join(cell(c) for c in row) + '</table:table-row>' for row in rows)
                            + '</table:table><text:p text:style-name="Standard"/>')
        body.extend(f'<text:p text:style-name="Standard">{e(x)}</text:p>' for x in p.foot)
    office(path, f'''<?xml version="1.0" encoding="UTF-8"?><office:document {OFFICE} office:mimetype="application/vnd.oasis.opendocument.text">
      <office:font-face-decls><style:font-face style:name="S" svg:font-family="&apos;Liberation Sans&apos;"/></office:font-face-decls>
      <office:styles><style:style style:name="Standard" style:family="paragraph"><style:text-properties style:font-name="S" fo:font-size="9pt"/></style:style>
      <style:style style:name="First" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:break-before="page"/></style:style></office:styles>
      <office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="1.5cm" fo:margin-bottom="1cm" fo:margin-left="2cm" fo:margin-right="2cm"/></style:page-layout></office:automatic-styles>
      <office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/></office:master-styles>
      <office:body><office:text>{"".join(body)}</office:text></office:body></office:document>''', 'fodt')


def calc(book, path):
    """Calc: a sheet for each page, label and value in neighbouring cells, amounts aligned as numbers are."""
    sheets = []
    for n, p in enumerate(book.pages):
        rows = [[x] for x in p.head + p.top] + [[p.title or ' '], []]
        # The name has its row to itself: beside another value it would be cut off.
        rows += [[f[0], '', f[1]] for f in p.fields[:1]]
        for i in range(1, len(p.fields), 2):
            rows.append([v for f in p.fields[i:i + 2] for v in (f[0], f[1], '')])
        rows += [[]] + [list(r) for r in p.rows] + [['', a, '', '', b] for a, b in p.totals] + [[]] + [[x] for x in p.foot]
        sheets.append(f'<table:table table:name="{n + 1}" table:style-name="T"><table:table-column table:style-name="C" table:number-columns-repeated="6"/>' + ''.join(
            '<table:table-row>' + (''.join(cell(c) if c else '<table:table-cell/>' for c in row) or '<table:table-cell/>') + '</table:table-row>' for row in rows) + '</table:table>')
    office(path, f'''<?xml version="1.0" encoding="UTF-8"?><office:document {OFFICE} office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:styles><style:style style:name="Default" style:family="table-cell"><style:text-properties style:font-name="Liberation Sans" fo:font-size="9pt"/></style:style></office:styles>
      <office:automatic-styles><style:style style:name="C" style:family="table-column"><style:table-column-properties style:column-width="3.1cm"/></style:style>
      <style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="1cm" style:print="grid" style:scale-to-pages="1"/><style:header-style/><style:footer-style/></style:page-layout>
      <style:style style:name="T" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true"/></style:style></office:automatic-styles>
      <office:master-styles><style:master-page style:name="Default" style:page-layout-name="L"><style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles>
      <office:body><office:spreadsheet>{"".join(sheets)}</office:spreadsheet></office:body></office:document>''', 'fods')


# --- groff ---

def groff(book, path, device='pdf'):
    """groff with tbl; by `ps` through Ghostscript."""
    def g(text):
        return text.replace('\\', '\\e').replace("'", "\\[aq]").replace('-', '\\-').replace('\u2019', "\\[cq]")
    out = ['.pl 29.7c', '.po 2c', '.ll 17c', '.ft H', '.ps 9', '.vs 12', '.nh', '.nf']
    for n, p in enumerate(book.pages):
        if n:
            out.append('.bp')
        out += ['.sp 1c']
        out += [f'\\&{g(x)}' for x in p.head + p.top] + ['.sp', f'.ft HB\n\\&{g(p.title)}\n.ft H', '.sp']
        if p.fields:
            out += ['.TS', 'tab(@);', 'l l l l.']
            out += ['@'.join(f'{g(a)}:@\\fB{g(b)}\\fP' for a, b in p.fields[i:i + 2]) for i in range(0, len(p.fields), 2)]
            out += ['.TE', '.sp']
        if p.rows:
            out += ['.TS', 'box tab(@);', 'l l r r r.']
            out += ['@'.join(g(c) for c in row) for row in p.rows]
            out += ['.TE', '.sp']
        out += [f'\\&{g(a)}\\h"1c"{g(b)}' for a, b in p.totals] + ['.sp'] + [f'\\&{g(x)}' for x in p.foot]
    source = '\n'.join(out).encode()
    made = run('groff', '-k', '-Kutf8', '-t', f'-T{device}', data=source + b'\n')
    if device == 'pdf':
        path.write_bytes(made)
    else:
        ghostscript(made, path)


# --- Ghostscript ---

def ghostscript(program, path):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'in.ps'
        source.write_bytes(program)
        run('gs', '-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.4', f'-sOutputFile={path}', source)


def lines(book, path, wide=False):
    """A line printer's page, in PostScript by hand: each line a string of one width of character."""
    program = ['%!PS', '/L { /Courier findfont dup length dict begin { 1 index /FID ne { def } { pop pop } ifelse } forall /Encoding ISOLatin1Encoding def currentdict end /M exch definefont pop } def L']
    size = 7 if wide else 9
    for p in book.pages:
        text = [f'{a:<58}{b:>30}' for a, b in zip(p.head + [''] * 4, ([p.title] + p.top + [''] * 4)[:4])] + ['-' * 88]
        for i in range(0, len(p.fields), 2):
            text.append(''.join(f'{a + ": " + b:<46}' for a, b in p.fields[i:i + 2]))
        text += ['-' * 88] + [f'{r[0]:<6}{r[1]:<34}{r[2]:>6}{r[3]:>20}{r[4]:>20}' for r in p.rows] + ['-' * 88]
        text += [f'{a:>60}{b:>26}' for a, b in p.totals] + [''] + p.foot
        program.append(f'/M findfont {size} scalefont setfont')
        for i, line in enumerate(text):
            safe = line.rstrip().replace('–', '-').replace('’', "'").replace('\\', '\\\\').replace('(', '\\(').replace(')', '\\)')
            if safe:
                program.append(f'40 {780 - i * (size + 3)} moveto ({safe}) show')
        program.append('showpage')
    ghostscript('\n'.join(program).encode('latin-1', 'replace'), path)


# --- cairo ---

def cairo_pages(book, path):
    """cairo places each glyph; labels over values in two columns, and the person at the bottom of the page."""
    surface = cairo.PDFSurface(str(path), 595, 842)
    surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, '2026-11-04T10:00:00Z')
    c = cairo.Context(surface)
    for p in book.pages:
        def put(x, y, text, size=9, bold=False):
            c.select_font_face('DejaVu Sans', cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL)
            c.set_font_size(size)
            c.move_to(x, y)
            c.show_text(text)
        for i, x in enumerate(p.head + p.top):
            put(40, 50 + i * 13, x, 8, i == 0)
        put(330, 50, p.title, 11, True)
        y = 140
        for row in p.rows:
            for x, text in zip((40, 80, 260, 330, 450), row):
                put(x, y, text, 8)
            y += 14
        y += 14
        for a, b in p.totals:
            put(260, y, a, 8, True)
            put(450, y, b, 8, True)
            y += 14
        y = max(y + 30, 520)
        for i, (a, b) in enumerate(p.fields):
            put(40 + (i % 2) * 260, y, a, 7)
            put(40 + (i % 2) * 260, y + 13, b, 10, True)
            y += 34 if i % 2 else 0
        y += 50
        for x in p.foot:
            put(40, y, x, 8)
            y += 14
        c.show_page()
    surface.finish()
