import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Ref } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** One page: its object and its geometry in user space. */
export interface Page {
  ref: Ref
  dict: Dict
  /** The visible box in user space: CropBox within MediaBox, ordered left, bottom, right, top. */
  box: [number, number, number, number]
  /** Clockwise rotation when shown: 0, 90, 180 or 270. */
  rotate: 0 | 90 | 180 | 270
  /** Points (1/72 inch) per unit of user space. */
  userUnit: number
  /** Its resources, possibly inherited. */
  resources: Value
}

/** A page's size in millimetres, as shown. */
export interface PageSize {
  width: number
  height: number
}

export const mmPerPoint = 25.4 / 72

const inheritable = ['MediaBox', 'CropBox', 'Rotate', 'Resources'] as const
type Inherited = Partial<Record<(typeof inheritable)[number], Value>>

/** The pages in order. Refuses a tree with a loop, with a page twice, or with more than `limit` pages. */
export function* pagesOf(doc: PdfDocument, limit: number): Generator<Page> {
  for (const page of pagesOrFaults(doc, limit)) {
    if (page instanceof PdfFault) throw page
    yield page
  }
}

/**
 * The pages in order, and in the place of one that can't be opened its fault. Refuses what {@link pagesOf} refuses of the
 * tree, and one whose count says that something else than a page can't be opened.
 */
export function* pagesOrFaults(doc: PdfDocument, limit: number): Generator<Page | PdfFault> {
  const seen = new Set<number>()
  const waiting: { value: Value; inherited: Inherited; depth: number }[] = [
    { value: doc.catalog.get('Pages') ?? null, inherited: {}, depth: 0 },
  ]
  let count = 0
  let unopened: PdfFault | null = null
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, depth } = node
    const dict = openedDict(doc, value)
    if (dict instanceof PdfFault || !(value instanceof Ref)) {
      const fault = dict instanceof PdfFault ? dict : notAnObject()
      if (depth === 0) throw fault
      unopened ??= fault
      if (++count > limit) throw tooManyPages(limit)
      yield fault
      continue
    }
    if (seen.has(value.num)) throw new PdfFault('damaged', 'a loop in the page tree')
    seen.add(value.num)
    if (depth > 50) throw new PdfFault('too_complex', 'a page tree deeper than 50')
    const inherited: Inherited = { ...node.inherited }
    for (const key of inheritable) {
      const own = dict.get(key)
      if (own !== undefined) inherited[key] = own
    }
    const kids = doc.array(dict.get('Kids'))
    if (kids && doc.name(dict.get('Type')) !== 'Page') {
      if (kids.length + waiting.length > limit * 4 + 64) throw tooManyPages(limit)
      for (const kid of kids.toReversed()) waiting.push({ value: kid, inherited, depth: depth + 1 })
      continue
    }
    if (++count > limit) throw tooManyPages(limit)
    yield ownFault(() => {
      const shape = geometry(doc, dict, inherited)
      return { ref: value, dict, ...shape, resources: inherited.Resources ?? null }
    })
  }
  const counted = doc.number(doc.dict(doc.catalog.get('Pages'))?.get('Count'))
  if (unopened && counted !== count) throw unopened
}

/** The result of `work`, or the fault by which it refuses a page. */
function ownFault<T>(work: () => T): T | PdfFault {
  try {
    return work()
  } catch (error) {
    if (error instanceof PdfFault) return error
    throw error
  }
}

function openedDict(doc: PdfDocument, value: Value): Dict | PdfFault {
  return ownFault(() => doc.dict(value) ?? notAnObject())
}

function notAnObject(): PdfFault {
  return new PdfFault('damaged', 'a page that is no object')
}

function tooManyPages(limit: number): PdfFault {
  return new PdfFault('too_many_pages', `more than ${limit} pages`)
}

function geometry(
  doc: PdfDocument,
  dict: Dict,
  inherited: Inherited,
): Pick<Page, 'box' | 'rotate' | 'userUnit'> {
  const media = rectangle(doc, inherited.MediaBox)
  if (!media) throw new PdfFault('damaged', 'a page without a size')
  const crop = rectangle(doc, inherited.CropBox) ?? media
  const box: Page['box'] = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ]
  // A crop box outside the page is ignored, as viewers do.
  const visible = box[0] < box[2] && box[1] < box[3] ? box : media
  const turned = (((doc.number(inherited.Rotate) ?? 0) % 360) + 360) % 360
  if (turned !== 0 && turned !== 90 && turned !== 180 && turned !== 270)
    throw new PdfFault('damaged', 'a page turned by no right angle')
  const userUnit = doc.number(dict.get('UserUnit')) ?? 1
  if (!(userUnit > 0)) throw new PdfFault('damaged', 'a user unit that is not positive')
  return { box: visible, rotate: turned, userUnit }
}

function rectangle(doc: PdfDocument, value: Value | undefined): Page['box'] | null {
  const numbers = doc.array(value)?.map((item) => doc.number(item))
  if (!numbers || numbers.length !== 4) return null
  const [a, b, c, d] = numbers
  if (a == null || b == null || c == null || d == null) return null
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** The size in millimetres as shown, after Rotate, UserUnit and CropBox. */
export function displayedSize(page: Page): PageSize {
  const unit = mmPerPoint * page.userUnit
  const width = (page.box[2] - page.box[0]) * unit
  const height = (page.box[3] - page.box[1]) * unit
  return page.rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}
