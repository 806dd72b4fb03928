"""What is done to a PDF after its producer: turned, cropped, scanned, its character maps taken away, written otherwise."""
import io
import pathlib
import subprocess
import tempfile
import numpy
import pikepdf
from PIL import Image, ImageFilter
from pikepdf import Array, Dictionary, Name, Stream

Image.MAX_IMAGE_PIXELS = None


def boxes(book, path):
    """Page boxes, rotation and unit by each page's art."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page, art in zip(pdf.pages, (p.art for p in book.pages)):
            x0, y0, x1, y1 = [float(v) for v in page.MediaBox]
            if 'offset' in art:
                dx, dy = art['offset']
                page.contents_add(f'q 1 0 0 1 {dx} {dy} cm'.encode(), prepend=True)
                page.contents_add(b'Q')
                page.MediaBox = Array([x0 + dx, y0 + dy, x1 + dx, y1 + dy])
            if 'margin' in art:  # what is shown is cut out of a larger sheet
                m = art['margin']
                page.CropBox = page.MediaBox
                a, b, c, d = [float(v) for v in page.MediaBox]
                page.MediaBox = Array([a - m, b - m / 2, c + m * 2, d + m])
            if 'crop' in art:  # the upper or lower half is shown
                a, b, c, d = [float(v) for v in page.MediaBox]
                middle = (b + d) / 2
                page.CropBox = Array([a, middle, c, d] if art['crop'] == 'upper' else [a, b, c, middle])
            if 'unit' in art:
                u = art['unit']
                page.contents_add(f'q {1 / u} 0 0 {1 / u} 0 0 cm'.encode(), prepend=True)
                page.contents_add(b'Q')
                page.MediaBox = Array([float(v) / u for v in page.MediaBox])
                page.UserUnit = u
            if 'rotate' in art:
                page.Rotate = art['rotate']
            if 'note' in art:
                note(pdf, page, art['note'])
            if 'freetext' in art:
                free_text(pdf, page, art['freetext'])
            if 'layer' in art:
                layer(pdf, page, art['layer'])
        save(pdf, path)


def layer(pdf, page, text):
    """Text in an optional content group that is off."""
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name='Interno'))
    known = pdf.Root.get('/OCProperties')
    if known is None:
        pdf.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(OFF=Array([group]), Order=Array([group])))
    else:
        known.OCGs.append(group)
        known.D.OFF.append(group)
    name = f'/Off{len(pdf.Root.OCProperties.OCGs)}'
    resources = page.Resources
    if '/Properties' not in resources:
        resources.Properties = Dictionary()
    resources.Properties[name] = group
    if '/Font' not in resources:
        resources.Font = Dictionary()
    resources.Font['/Off'] = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
    shown = text.encode('cp1252').replace(b'(', b'\\(').replace(b')', b'\\)')
    page.contents_add(b'/OC ' + name.encode() + b' BDC q BT /Off 9 Tf 40 120 Td (' + shown + b') Tj ET Q EMC')


def save(pdf, path, **how):
    pdf.save(path, **({'static_id': True} | how))


def note(pdf, page, text):
    """A sticky note: shown by a reader only when opened."""
    page.Annots = pdf.make_indirect(Array([pdf.make_indirect(Dictionary(
        Type=Name.Annot, Subtype=Name.Text, Rect=Array([400, 600, 420, 620]), Contents=text, T='Liquidaciones', Name=Name.Comment, F=4))]))


def free_text(pdf, page, lines):
    """Text that stands in an annotation's appearance, not in the page."""
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
    shown = b'q BT /F 10 Tf 0 g 2 30 Td 12 TL ' + b' '.join(b'(' + t.encode('cp1252').replace(b'(', b'\\(').replace(b')', b'\\)') + b') Tj T*' for t in lines) + b' ET Q'
    look = Stream(pdf, shown)
    look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, Array([0, 0, 300, 44])
    look.Resources = Dictionary(Font=Dictionary(F=font))
    page.Annots = pdf.make_indirect(Array([pdf.make_indirect(Dictionary(
        Type=Name.Annot, Subtype=Name.FreeText, Rect=Array([60, 560, 360, 604]), Contents='\n'.join(lines), DA='/F 10 Tf 0 g', F=4,
        AP=Dictionary(N=pdf.make_indirect(look))))]))


def unmapped(path, pages=None):
    """Takes the fonts' Unicode maps away: the page looks the same, its text can't be read."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, Dictionary) and thing.get('/Type') == Name.Font and '/ToUnicode' in thing:
                del thing['/ToUnicode']
        save(pdf, path)


def written(path, how):
    """Object streams, linearized or plain and uncompressed."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / 'out.pdf'
        subprocess.run(['qpdf', '--deterministic-id', *how, str(path), str(out)], check=True)
        path.write_bytes(out.read_bytes())


def raster(path, number, dpi):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['pdftoppm', '-r', str(dpi), '-gray', '-png', '-f', str(number + 1), '-l', str(number + 1), '-cropbox', '-singlefile', str(path), folder + '/p'], check=True)
        return Image.open(folder + '/p.png').convert('L')


def scanned(book, path, seed=7):
    """Replaces pages whose art says `scan` by a picture of themselves: skewed, soft, speckled."""
    noise = numpy.random.default_rng(seed)
    with pikepdf.open(path) as pdf:
        for n, p in enumerate(book.pages):
            how = p.art.get('scan')
            if not how:
                continue
            page = pdf.pages[n]
            picture = raster(path, n, how.get('dpi', 200))
            picture = picture.rotate(how.get('skew', 0), resample=Image.BICUBIC, fillcolor=255)
            if how.get('soft'):
                picture = picture.filter(ImageFilter.GaussianBlur(how['soft']))
            cells = numpy.asarray(picture, dtype=numpy.float32)
            cells = cells * 0.86 + 22 + noise.normal(0, how.get('noise', 1.5), cells.shape)
            picture = Image.fromarray(numpy.clip(cells, 0, 255).astype('uint8'))
            w, h = picture.size
            if how.get('g4'):
                stream = fax(pdf, picture)
            else:
                data = io.BytesIO()
                picture.save(data, 'JPEG', quality=how.get('quality', 28))
                stream = Stream(pdf, data.getvalue())
                stream.Filter, stream.ColorSpace, stream.BitsPerComponent = Name.DCTDecode, Name.DeviceGray, 8
            stream.Type, stream.Subtype, stream.Width, stream.Height = Name.XObject, Name.Image, w, h
            x0, y0, x1, y1 = [float(v) for v in page.MediaBox]
            content = f'q {x1 - x0} 0 0 {y1 - y0} {x0} {y0} cm /S Do Q\n'.encode()
            resources = Dictionary(XObject=Dictionary(S=stream))
            if 'layer' in how:  # what a program recognised, rightly or not, under the picture
                resources.Font = Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
                content += b'BT 3 Tr /F 9 Tf 30 ' + f'{y1 - 60}'.encode() + b' Td 12 TL ' + b' '.join(b'(' + t.encode('cp1252', 'replace').replace(b'(', b'\\(').replace(b')', b'\\)') + b') Tj T*' for t in how['layer']) + b' ET'
            page.Resources = resources
            page.Contents = Stream(pdf, content)
        pdf.remove_unreferenced_resources()
        out = io.BytesIO()
        save(pdf, out)
    path.write_bytes(out.getvalue())


def fax(pdf, picture):
    """A picture of black and white, coded as fax machines do (ITU-T T.6)."""
    data = io.BytesIO()
    picture.point(lambda v: 255 if v > 140 else 0).convert('1').save(data, 'TIFF', compression='group4', strip_size=1 << 30)
    image = Image.open(io.BytesIO(data.getvalue()))
    offsets, counts, zero = image.tag_v2[273], image.tag_v2[279], image.tag_v2[262]
    assert len(offsets) == 1, 'one strip'
    stream = Stream(pdf, data.getvalue()[offsets[0]:offsets[0] + counts[0]])
    stream.Filter, stream.ColorSpace, stream.BitsPerComponent = Name.CCITTFaxDecode, Name.DeviceGray, 1
    stream.DecodeParms = Dictionary(K=-1, Columns=image.width, Rows=image.height, BlackIs1=(zero == 1))
    return stream


def curves(path):
    """Text drawn as outlines: nothing to read, and no picture either."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / 'out.pdf'
        subprocess.run(['gs', '-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pdfwrite', '-dNoOutputFonts', f'-sOutputFile={out}', str(path)], check=True)
        path.write_bytes(out.read_bytes())
    written(path, ['--object-streams=generate', '--recompress-flate', '--compression-level=9'])


def nested(path):
    """Pages in a tree whose nodes hand box, turning and resources down; contents in pieces that begin anywhere."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pages = list(pdf.pages)
        boxes, fonts = Dictionary(), Dictionary()
        for page in pages:
            for key, value in page.Resources.get('/Font', {}).items():
                fonts[key] = value
        kinds = []
        for i in range(0, len(pages), 4):
            node = pdf.make_indirect(Dictionary(Type=Name.Pages, Parent=pdf.Root.Pages, MediaBox=pages[i].MediaBox, Rotate=0,
                                                Resources=Dictionary(Font=fonts, ProcSet=Array([Name.PDF, Name.Text]))))
            kids = []
            for page in pages[i:i + 4]:
                content = page.Contents.read_bytes()
                cut = [content.index(b'\n', len(content) * k // 3) + 1 for k in (1, 2)]
                page.Contents = Array([pdf.make_indirect(Stream(pdf, piece)) for piece in (content[:cut[0]], content[cut[0]:cut[1]], content[cut[1]:])])
                thing = page.obj
                for key in ('/MediaBox', '/Rotate', '/Resources'):
                    if key in thing:
                        del thing[key]
                thing.Parent = node
                kids.append(thing)
            node.Kids, node.Count = Array(kids), len(kids)
            kinds.append(node)
        pdf.Root.Pages.Kids = Array(kinds)
        pdf.Root.Pages.Count = len(pages)
        save(pdf, path)


def corrected(path, changes):
    """Appends a revision in which pages' contents are other ones: what they were stays in the file, shown by nobody.
    `changes`: by page, (former text, new text), of one length, as they stand in the content."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            page.Contents = pdf.make_indirect(Stream(pdf, page.Contents.read_bytes()))
        pdf.save(path, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    before = path.read_bytes()
    with pikepdf.open(path) as pdf:
        streams = {n: (pdf.pages[n].Contents.objgen[0], pdf.pages[n].Contents.read_bytes()) for n in changes}
        root, size = pdf.Root.objgen[0], int(pdf.trailer.Size)
    at = before.rindex(b'startxref')
    start = int(before[at:].split()[1])
    added, places = bytearray(before if before.endswith(b'\n') else before + b'\n'), []
    for n, (former, now) in changes.items():
        number, content = streams[n]
        assert former in content and len(former) == len(now), former
        content = content.replace(former, now)
        places.append((number, len(added)))
        added += f'{number} 0 obj\n<< /Length {len(content)} >>\nstream\n'.encode() + content + b'\nendstream\nendobj\n'
    table = len(added)
    added += b'xref\n' + b''.join(f'{n} 1\n{o:010d} 00000 n \n'.encode() for n, o in sorted(places))
    added += f'trailer\n<< /Size {size} /Root {root} 0 R /Prev {start} >>\nstartxref\n{table}\n%%EOF\n'.encode()
    path.write_bytes(bytes(added))
