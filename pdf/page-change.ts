import type { Split } from './characters.ts'
import { Copies } from './copying.ts'
import { cutAway } from './cutting.ts'
import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { pageAt } from './open-source.ts'
import type { OpenSource } from './open-source.ts'
import { displayedSize, pagesOf } from './pages.ts'
import type { Page } from './pages.ts'
import { cutOf } from './position.ts'
import type { Box } from './position.ts'
import { SplitOff } from './split-off.ts'

/** Changes made to each page of a source; the rotation is applied first. */
export interface PageChange {
  /** Clockwise. */
  rotate: 0 | 90 | 180 | 270
  /** The part that is kept, in millimetres of the rotated page; null keeps all of it. */
  cut: Box | null
  /** Each sheet is two pages: the upper and the lower half of an upright one, the left and the right of another. */
  halves?: boolean
}

/** The number of pages that each sheet of a source becomes. */
export function pagesPerSheet(change: PageChange | undefined): 1 | 2 {
  return change?.halves ? 2 : 1
}

/** A page and the document that contains it. */
export interface ChangedPage {
  doc: PdfDocument
  copies: Copies
  page: Page
}

/** Page `index` of a source, from 0, after its change; what is cut off is no longer in the document. */
export async function changedPage(
  open: OpenSource,
  copies: Copies,
  index: number,
  change: PageChange | undefined,
): Promise<ChangedPage> {
  const each = pagesPerSheet(change)
  const page = turn(pageAt(open, Math.floor(index / each)), change?.rotate ?? 0)
  const cut = change?.halves ? halfOf(page, index % 2) : change?.cut
  return cut ? withoutRest(open.doc, copies, page, cut) : { doc: open.doc, copies, page }
}

function turn(page: Page, by: PageChange['rotate']): Page {
  const turned = (page.rotate + by) % 360
  return { ...page, rotate: turned === 90 || turned === 180 || turned === 270 ? turned : 0 }
}

/** The first or the second half of a sheet as shown. */
function halfOf(page: Page, which: number): Box {
  const { width, height } = displayedSize(page)
  return height >= width
    ? { x: 0, y: (which * height) / 2, width, height: height / 2 }
    : { x: (which * width) / 2, y: 0, width: width / 2, height }
}

async function withoutRest(doc: PdfDocument, copies: Copies, page: Page, cut: Box): Promise<ChangedPage> {
  const box = cutOf(page, cut)
  if (!box) throw new PdfFault('page_size', 'a cut that leaves nothing of the page')
  // PDFium measures in user space: the page is given to it upright, and its size as it is.
  const alone = (characters: Split) => {
    const part = new SplitOff({ characters })
    part.add(doc, copies, { ...page, box, rotate: 0, userUnit: 1 })
    return part.finish()
  }
  const left = new PdfDocument(await cutAway(alone, box))
  const [only] = pagesOf(left, 1)
  if (!only) throw new PdfFault('damaged', 'a cut page that is none')
  const { rotate, userUnit } = page
  return {
    doc: left,
    copies: new Copies(left, { packed: true, checked: true }),
    page: { ...only, box, rotate, userUnit },
  }
}
