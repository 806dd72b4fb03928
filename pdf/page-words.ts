import { Copies } from './copying.ts'
import { hasPicture } from './covers.ts'
import { PdfFault } from './faults.ts'
import { withGlyphs } from './glyphs.ts'
import type { Turn } from './glyphs.ts'
import { turnOfText, wordsOf } from './lines.ts'
import type { PlacedWord } from './lines.ts'
import { openSource } from './open-source.ts'
import type { OpenSource } from './open-source.ts'
import { changedPage, pagesPerSheet } from './page-change.ts'
import type { PageChange } from './page-change.ts'
import { displayedSize } from './pages.ts'
import type { Page } from './pages.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'
import type { Source } from './source.ts'
import { SplitOff } from './split-off.ts'
import { unseenText } from './unseen.ts'

/** A run without spaces on one line; millimetres from the top left corner of the page as shown. */
export interface Word {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** The text of a page and its positions, in which the owner is searched. */
export interface PageFacts {
  /** Millimetres, as shown. */
  width: number
  height: number
  words: Word[]
  /** Lines in reading order, their words joined by one space. */
  lines: string[]
  /** Characters without a Unicode value, and all characters; neither includes spaces. */
  unmapped: number
  characters: number
  /** It contains text that the rendered page does not show. */
  hidden: boolean
  /** It has no readable text although something is drawn: pictures, or letters as shapes. */
  pictures: boolean
  /** It shows a picture, perhaps beside text. */
  illustrated: boolean
  /** Writing direction of the text on the page as shown, clockwise. */
  turned: Turn
  /** Words of other directions, as in a margin, come last: where those of each begin in `words`. */
  otherTurns: { from: number; turned: Turn }[]
}

/** Fewer invisible characters than this are a producer's carelessness, such as a full stop drawn in white. */
const leastHidden = 3

/** Approximate size of the documents given to PDFium, which never returns memory. */
const chunkBytes = 12 * 1024 * 1024

/** The facts of `count` pages from `from` (from 0). */
export async function factsOfPages(
  source: Source,
  from: number,
  count: number,
): Promise<{ ok: true; pages: PageFacts[] }> {
  return { ok: true, pages: await eachPage(source, from, count, (page) => page) }
}

/**
 * Calls `read` with the facts of each of `count` pages from `from` (from 0), and their place in the range. PDFium reads
 * them from temporary documents of a few pages each. The facts of only one page are in memory at a time.
 */
export async function eachPage<T>(
  source: Source,
  from: number,
  count: number,
  read: (page: PageFacts, at: number) => T,
): Promise<T[]> {
  const open = openSource(source)
  if (from < 0 || count < 1 || from + count > open.pages.length * pagesPerSheet(source.change))
    throw new PdfFault('no_such_page', `no pages ${from + 1} to ${from + count}`)
  const found: T[] = []
  try {
    while (found.length < count) {
      const { pages, pdf } = await chunk(open, from + found.length, from + count, source.change)
      await withDocument(pdf, async (lib, document) => {
        for (const [index, page] of pages.entries()) {
          const facts = await withPage(lib, document, index, (handle) => factsOf(lib, handle, page))
          found.push(read(facts, found.length))
        }
      })
    }
  } finally {
    open.doc.forget()
  }
  return found
}

async function chunk(
  open: OpenSource,
  from: number,
  end: number,
  change: PageChange | undefined,
): Promise<{ pages: Page[]; pdf: Uint8Array }> {
  const copies = new Copies(open.doc)
  const part = new SplitOff({ all: true })
  const pages: Page[] = []
  for (let index = from; index < end && part.length < chunkBytes; index++) {
    const changed = await changedPage(open, copies, index, change)
    pages.push(changed.page)
    part.add(changed.doc, changed.copies, changed.page)
  }
  return { pages, pdf: part.finish() }
}

function factsOf(lib: Pdfium, handle: number, page: Page): PageFacts {
  return withGlyphs(lib, handle, page, (glyphs) => {
    const { characters, unmapped } = glyphs
    const size = displayedSize(page)
    const turned = turnOfText(glyphs)
    const unseen = unseenText(lib, handle, page, glyphs)
    const lines = wordsOf(glyphs, size, turned)
    return {
      ...size,
      words: lines.flat().map(wordOf),
      lines: lines.map((line) => line.map(({ text }) => text).join(' ')),
      unmapped,
      characters,
      hidden: unseen >= leastHidden,
      pictures: unseen === characters && lib._FPDFPage_CountObjects(handle) > 0,
      illustrated: hasPicture(lib, handle),
      turned,
      otherTurns: otherTurnsIn(lines.flat(), turned),
    }
  })
}

function otherTurnsIn(words: readonly PlacedWord[], turned: Turn): PageFacts['otherTurns'] {
  return words.flatMap((word, from) => {
    const before = words[from - 1]?.turned ?? turned
    return word.turned === before ? [] : [{ from, turned: word.turned }]
  })
}

/** In tenths of a millimetre, which keeps the transfer small. */
function wordOf({ text, x, y, width, height }: PlacedWord): Word {
  return { text, x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) }
}

function rounded(mm: number): number {
  return Math.round(mm * 10) / 10
}
