"""What was drawn agrees with the truth: as many pages, and readable pages carry what they print."""
import re
import subprocess
import unicodedata


def plain(text):
    """Letters and digits alone, without accents, in one case."""
    return re.sub(r'\W', '', ''.join(c for c in unicodedata.normalize('NFKD', text) if not unicodedata.combining(c)).casefold())


def check(book, path):
    texts = subprocess.run(['pdftotext', '-layout', str(path), '-'], capture_output=True, text=True, check=True).stdout.split('\f')
    # Each page ends with a form feed.
    assert len(texts) - 1 == len(book.pages), f'{book.name}: {len(texts) - 1} pages, not {len(book.pages)}'
    for receipt in book.receipts:
        if receipt['readable'] != 'text':
            continue
        for n in receipt['pages']:
            seen = plain(texts[n])
            for page in book.pages[n].halves or [book.pages[n]]:
                for label, value in page.fields[:2]:
                    if page.art.get('runs') or page.art.get('turn') or page.art.get('spelled'):
                        continue
                    # A long name may stand on two lines, with something else between them.
                    for word in value.split(' '):
                        want = plain(word)
                        assert want in seen, f'{book.name}, page {n + 1}: {word!r} of {value!r} not found'
