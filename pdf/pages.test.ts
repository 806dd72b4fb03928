import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { displayedSize, mmPerPoint, pagesOf, pagesOrFaults } from './pages.ts'
import type { Page } from './pages.ts'
import { onePage, rawPdf } from './testing/samples.ts'

/** A file whose page tree begins with object 2. */
const treeOf = (objects: Record<number, string>) =>
  new PdfDocument(rawPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', ...objects }))

const sized = '/MediaBox[0 0 72 144]'
const noObject = new PdfFault('damaged', 'a page that is no object')
const tooMany = (limit: number) => new PdfFault('too_many_pages', `more than ${limit} pages`)

/** The only page with these entries. */
function pageOf(entries: string): Page {
  const [page] = pagesOf(new PdfDocument(onePage(entries)), 1)
  if (!page) throw new Error('no page')
  return page
}

describe('the pages of a tree', () => {
  test('come in its order, with what they inherit and don’t have themselves', () => {
    const doc = treeOf({
      2: '<</Type/Pages/Kids[3 0 R 6 0 R 7 0 R]/MediaBox[0 0 10 20]/Rotate 90/Resources(all)>>',
      3: '<</Kids[4 0 R 5 0 R]/CropBox[1 1 9 9]/Resources(some)>>',
      4: '<</Type/Page/Rotate 180>>',
      5: '<</MediaBox[0 0 30 40]/UserUnit 2>>',
      6: '<</Type/Page/Kids[]/Resources(own)>>',
      7: '<</Type/Pages/Kids[]>>',
    })
    const text = (value: unknown) => Buffer.from(value as Uint8Array).toString()
    const found = [...pagesOf(doc, 3)].map((page) => [
      page.ref.num,
      page.box,
      page.rotate,
      page.userUnit,
      text(page.resources),
    ])
    expect(found).toEqual([
      [4, [1, 1, 9, 9], 180, 1, 'some'],
      [5, [1, 1, 9, 9], 90, 2, 'some'],
      [6, [0, 0, 10, 20], 90, 1, 'own'],
    ])
    expect(() => [...pagesOf(doc, 2)]).toThrow(tooMany(2))
    expect(pageOf('').resources).toBeInstanceOf(Map)
  })

  test('without resources have none', () => {
    const [page] = pagesOf(treeOf({ 2: `<</Kids[3 0 R]>>`, 3: `<<${sized}>>` }), 1)
    expect(page?.resources).toBeNull()
  })

  test('lie fifty levels deep at most', () => {
    const tower = (floors: number) => {
      const objects: Record<number, string> = { [2 + floors]: `<</Type/Page${sized}>>` }
      for (let n = 0; n < floors; n++) objects[2 + n] = `<</Type/Pages/Kids[${3 + n} 0 R]>>`
      return treeOf(objects)
    }
    expect([...pagesOf(tower(50), 1)]).toHaveLength(1)
    expect(() => [...pagesOf(tower(51), 1)]).toThrow(
      new PdfFault('too_complex', 'a page tree deeper than 50'),
    )
  })

  test('lie among few lists without pages', () => {
    const lists = (count: number) => {
      const objects: Record<number, string> = {}
      for (let n = 0; n < count; n++) objects[3 + n] = '<</Type/Pages/Kids[]>>'
      const kids = Object.keys(objects).map((num) => `${num} 0 R`)
      return treeOf({ 2: `<</Type/Pages/Kids[${kids.join(' ')}]>>`, ...objects })
    }
    expect([...pagesOf(lists(72), 2)]).toEqual([])
    expect(() => [...pagesOf(lists(73), 2)]).toThrow(tooMany(2))
  })

  test.each([
    ['holds itself', '<</Kids[3 0 R]>>', '<</Kids[2 0 R]>>'],
    ['has a page twice', '<</Kids[3 0 R 3 0 R]>>', `<<${sized}>>`],
  ])('are refused where it %s', (_, root, kid) => {
    expect(() => [...pagesOf(treeOf({ 2: root, 3: kid }), 9)]).toThrow(
      new PdfFault('damaged', 'a loop in the page tree'),
    )
  })

  test('of which the count says another number are all there are', () => {
    expect([...pagesOf(treeOf({ 2: '<</Kids[3 0 R]/Count 9>>', 3: `<<${sized}>>` }), 9)]).toHaveLength(1)
  })
})

describe('a page that can’t be opened', () => {
  const pages = (kids: string, count: number) =>
    treeOf({ 2: `<</Kids[${kids}]/Count ${count}>>`, 3: `<</Type/Page${sized}>>`, 4: '<</Type/Page>>' })
  const opened = (doc: PdfDocument, limit = 9) =>
    [...pagesOrFaults(doc, limit)].map((page) => (page instanceof PdfFault ? page.message : page.ref.num))

  test('is its fault, in its place', () => {
    const kids = `99 0 R 3 0 R <<${sized}>> 4 0 R 7`
    const faults = [noObject.message, 3, noObject.message, 'a page without a size', noObject.message]
    expect(opened(pages(kids, 5))).toEqual(faults)
    expect(() => [...pagesOf(pages(kids, 5), 9)]).toThrow(noObject)
  })

  test('counts as a page', () => {
    expect(opened(pages('99 0 R 98 0 R', 2), 2)).toHaveLength(2)
    expect(() => opened(pages('99 0 R 98 0 R 97 0 R', 3), 2)).toThrow(tooMany(2))
  })

  test('is refused where the count says that it is none', () => {
    expect(() => opened(pages('3 0 R 99 0 R', 1))).toThrow(noObject)
    // A page without a size is one.
    expect(opened(pages('4 0 R', 7))).toEqual(['a page without a size'])
  })

  test('is refused in the place of the whole tree', () => {
    expect(() => opened(treeOf({}))).toThrow(noObject)
    expect(() => opened(new PdfDocument(rawPdf({ 1: `<</Pages<<${sized}>>>>` })))).toThrow(noObject)
  })
})

describe('the box of a page', () => {
  const media = '/MediaBox[10 20 110 220]'
  test.each([
    ['', [10, 20, 110, 220]],
    ['/CropBox[0 30 100 300]', [10, 30, 100, 220]],
    ['/CropBox[20 0 200 210]', [20, 20, 110, 210]],
    ['/CropBox[100 210 20 30]', [20, 30, 100, 210]],
    // These leave nothing of the page.
    ['/CropBox[110 20 200 220]', [10, 20, 110, 220]],
    ['/CropBox[10 220 110 300]', [10, 20, 110, 220]],
    ['/CropBox[0 300 50 400]', [10, 20, 110, 220]],
    ['/CropBox[200 30 300 100]', [10, 20, 110, 220]],
    ['/CropBox[20 30 40]', [10, 20, 110, 220]],
    ['/CropBox 7', [10, 20, 110, 220]],
  ])('with %j is its visible part', (crop, box) => {
    expect(pageOf(media + crop).box).toEqual(box)
  })

  test.each(['[0 0 9]', '[0 0 9 9 9]', '[/A 0 9 9]', '[0/A 9 9]', '[0 0/A 9]', '[0 0 9/A]', '7'])(
    'of %s is none',
    (box) => {
      expect(() => pageOf(`/MediaBox ${box}`)).toThrow(new PdfFault('damaged', 'a page without a size'))
    },
  )
})

test.each([
  ['', 0],
  ['/Rotate 90', 90],
  ['/Rotate -90', 270],
  ['/Rotate 540', 180],
  ['/Rotate 360', 0],
])('a page with %j is turned by %d degrees', (entries, turned) => {
  expect(pageOf(entries).rotate).toBe(turned)
})

test.each([
  ['/Rotate 45', 'a page turned by no right angle'],
  ['/Rotate 1', 'a page turned by no right angle'],
  ['/UserUnit 0', 'a user unit that is not positive'],
  ['/UserUnit -1', 'a user unit that is not positive'],
])('a page with %s is damaged', (entries, detail) => {
  expect(() => pageOf(entries)).toThrow(new PdfFault('damaged', detail))
})

test.each([
  ['', 25.4, 50.8],
  ['/Rotate 90', 50.8, 25.4],
  ['/Rotate 180', 25.4, 50.8],
  ['/Rotate 270', 50.8, 25.4],
  ['/UserUnit 2', 50.8, 101.6],
])('a page of one inch by two with %j is shown %d mm wide and %d mm high', (entries, width, height) => {
  const size = displayedSize(pageOf(`/MediaBox[72 36 144 180]${entries}`))
  expect([size.width, size.height]).toEqual([expect.closeTo(width), expect.closeTo(height)])
  expect(mmPerPoint * 72).toBeCloseTo(25.4)
})
