import type { PageFacts } from './page-words.ts'

/** The facts of pages, packed for transfer between threads: few large values, since each object costs. */
export interface PageParcel {
  pages: Omit<PageFacts, 'words' | 'lines'>[]
  /** Words and lines of each page, separated by line breaks. */
  words: string[]
  lines: string[]
  /** Left, top, width, height of each word of all pages, in tenths of a millimetre. */
  boxes: Int32Array
}

export function packed(facts: readonly PageFacts[]): PageParcel {
  const boxes = new Int32Array(4 * facts.reduce((sum, { words }) => sum + words.length, 0))
  let at = 0
  for (const { words } of facts)
    for (const { x, y, width, height } of words)
      for (const mm of [x, y, width, height]) boxes[at++] = Math.round(mm * 10)
  return {
    pages: facts.map(({ words: _words, lines: _lines, ...rest }) => rest),
    words: facts.map(({ words }) => words.map(({ text }) => text).join('\n')),
    lines: facts.map(({ lines }) => lines.join('\n')),
    boxes,
  }
}

export function unpacked({ pages, words, lines, boxes }: PageParcel): PageFacts[] {
  let at = 0
  const next = () => (boxes[at++] ?? 0) / 10
  const listed = (text: string | undefined) => (text ? text.split('\n') : [])
  return pages.map((page, n) => ({
    ...page,
    words: listed(words[n]).map((text) => ({ text, x: next(), y: next(), width: next(), height: next() })),
    lines: listed(lines[n]),
  }))
}
