#!/usr/bin/python3
"""Makes the corpus again: python3 generate.py [first|second|third|fourth|fifth] [file…]. See README.md."""
import json
import os
import pathlib
import sys

os.environ.setdefault('SOURCE_DATE_EPOCH', '1793500000')
sys.dont_write_bytecode = True
ALL = ['first', 'second', 'third', 'fourth', 'fifth']
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
from make.check import check  # noqa: E402


def main(which, names):
    module = __import__('make.' + which, fromlist=['DONE'])
    folder = HERE / ('.' if which == 'first' else which)
    (folder / 'pdf').mkdir(parents=True, exist_ok=True)
    truths = []
    for make, draw in module.DONE:
        book = make()
        path = folder / 'pdf' / f'{book.name}.pdf'
        if not names or book.name in names:
            draw(book, path)
            check(book, path)
        truths.append(book.truth())
    text = json.dumps({'files': truths}, ensure_ascii=False, indent=1)
    (folder / 'truth.json').write_text(compact(text))
    receipts = sum(len(t['receipts']) for t in truths)
    size = sum(f.stat().st_size for f in (folder / 'pdf').glob('*.pdf'))
    print(f'{which}: {len(truths)} files, {receipts} receipts, {sum(len(t["pages"]) for t in truths)} pages, {size / 1e6:.2f} MB')


def compact(text):
    """Each person, page and receipt on a line of its own: a change is seen, a file isn't endless."""
    lines = []
    data = json.loads(text)
    for f in data['files']:
        parts = []
        for key, value in f.items():
            if key in ('people', 'pages', 'receipts'):
                rows = ',\n   '.join(json.dumps(v, ensure_ascii=False) for v in value)
                parts.append(f'  {json.dumps(key)}: [\n   {rows}\n  ]')
            else:
                parts.append(f'  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}')
        lines.append(' {\n' + ',\n'.join(parts) + '\n }')
    return '{"files": [\n' + ',\n'.join(lines) + '\n]}\n'


if __name__ == '__main__':
    args = sys.argv[1:]
    sets = [args.pop(0)] if args and args[0] in ALL else ALL
    for one in sets:
        main(one, args)
