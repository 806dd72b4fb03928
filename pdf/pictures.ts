import { NewFile } from './new-file.ts'
import { pagesOf } from './pages.ts'
import { PdfDocument } from './document.ts'
import { assemblePdf, maxPieces } from './split.ts'

/** A page of a paper that somebody photographed: a JPEG of three channels, with its size in pixels. */
export interface PagePicture {
  jpeg: Uint8Array
  width: number
  height: number
}

/** A sheet of a paper: a picture of it, or a PDF with one or more. */
export type Sheet = PagePicture | { pdf: Uint8Array }

/** The longer side of A4, in points: a picture's longer side becomes as long. */
const longerSide = 841.89

/**
 * One PDF of sheets in their order. Pictures are put into it as they are, each on a page of its own shape. The same
 * sheets give the same bytes.
 */
export function pdfOfSheets(sheets: readonly Sheet[]): Uint8Array {
  const pictures = sheets.filter((sheet) => 'jpeg' in sheet)
  if (pictures.length === sheets.length) return pdfOfPictures(pictures)
  return assemblePdf(
    sheets.map((sheet) => {
      const pdf = 'pdf' in sheet ? sheet.pdf : pdfOfPictures([sheet])
      return { pdf, pages: [...pagesOf(new PdfDocument(pdf), maxPieces)].map((_, index) => index) }
    }),
  )
}

function pdfOfPictures(pictures: readonly PagePicture[]): Uint8Array {
  const file = new NewFile()
  const catalogue = file.allocate()
  const tree = file.allocate()
  const pages = pictures.map((picture) => writePage(file, tree, picture))
  file.write(
    tree,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((num) => `${num} 0 R`).join(' ')}]>>`,
  )
  file.write(catalogue, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  return file.finish(catalogue)
}

function writePage(file: NewFile, tree: number, { jpeg, width, height }: PagePicture): number {
  const scale = longerSide / Math.max(width, height)
  const [wide, high] = [width, height].map((side) => (side * scale).toFixed(2))
  const image = file.allocate()
  file.write(
    image,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>`,
    jpeg,
  )
  const drawing = Buffer.from(`q ${wide} 0 0 ${high} 0 0 cm /Im0 Do Q`)
  const content = file.allocate()
  file.write(content, `<</Length ${drawing.length}>>`, drawing)
  const page = file.allocate()
  file.write(
    page,
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</Im0 ${image} 0 R>>>>/Contents ${content} 0 R>>`,
  )
  return page
}
