import { deflateSync } from 'node:zlib'
import { bold, regular, subsetFor } from '../font.ts'
import type { FontFile } from '../font.ts'

/** The person of a generated receipt. */
export interface Receipt {
  name: string
  cuil: string
  fileNumber: string
  net: string
}

export interface ReceiptsOptions {
  /** Pages of each receipt; 1 by default. */
  pagesEach?: number
  /** Whether all pages share one resource dictionary that names every page's own picture. */
  sharedResources?: boolean
  /** Further entries of each page's dictionary by its index, such as /Rotate or /CropBox. */
  pageEntries?: (index: number) => string
}

const surnames = ['Ledesma', 'Maidana', 'Quiroga', 'Sosa', 'Benítez', 'Acuña', 'Pereyra', 'Ibáñez', 'Godoy']
const names = ['Jorge Omar', 'María Eugenia', 'Cristian', 'Lucía Belén', 'Héctor', 'Noemí', 'Rubén Darío']
const concepts = [
  ['0010', 'Sueldo básico'],
  ['0025', 'Antigüedad'],
  ['0040', 'Presentismo'],
  ['0102', 'Horas extras 50 %'],
  ['0110', 'Feriado trabajado'],
  ['0300', 'Plus vacacional'],
  ['0501', 'Jubilación 11 %'],
  ['0505', 'Ley 19.032 3 %'],
  ['0510', 'Obra social 3 %'],
  ['0520', 'Sindicato 2 %'],
  ['0590', 'Impuesto a las ganancias'],
  ['0600', 'Ajuste de redondeo'],
] as const

/** The n-th person, from 0; ids are unique. */
export function receiptOf(n: number): Receipt {
  const dni = 20_000_000 + n * 37
  const digits = `20${String(dni).padStart(8, '0')}`
  const sum = [...'5432765432'].reduce((total, factor, at) => total + Number(factor) * Number(digits[at]), 0)
  const check = (11 - (sum % 11)) % 11
  const cuil = check === 10 ? `23-${dni}-9` : `20-${dni}-${check}`
  const surname = surnames[n % surnames.length] ?? ''
  const name = names[(n >> 3) % names.length] ?? ''
  return {
    name: `${surname}, ${name} ${roman(n)}`,
    cuil,
    fileNumber: String(1000 + n),
    net: money(900_000 + n * 113),
  }
}

/** A word that is unique to this person. */
function roman(n: number): string {
  return `Q${n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}x`
}

function money(amount: number): string {
  return `${amount.toLocaleString('de-DE')},${String(amount % 97).padStart(2, '0')}`
}

/**
 * A payroll as one file: fonts and logo shared by all pages, a picture (like a bar code) on each, links between pages,
 * an outline, and inherited attributes.
 */
export function manyReceipts(count: number, options: ReceiptsOptions = {}): Buffer {
  const { pagesEach = 1, sharedResources = false, pageEntries = () => '' } = options
  const file = new PlainFile()
  const catalog = file.allocate()
  const root = file.allocate()
  const fonts = [writeFont(file, regular, 'ABCDEFGHIJ'), writeFont(file, bold, 'KLMNOPQRST')] as const
  const logo = picture(file, 220, 80, (x, y) => ((x * y) % 7 < 3 ? 60 : 250))
  const pages = count * pagesEach
  const codes = Array.from({ length: pages }, (_, n) =>
    picture(file, 64, 8, (x, y) => (y === 0 ? 32 + ((n * 7 + x) % 64) : imageMark(n).charCodeAt(x % 16))),
  )
  // A form of each page, which finds its picture in the dictionary that all pages share.
  const bands = sharedResources ? codes.map(() => file.allocate()) : []
  const fontDict = `/Font<</F1 ${fonts[0].num} 0 R/F2 ${fonts[1].num} 0 R>>`
  const shared = file.allocate()
  const own = (n: number) =>
    `<<${fontDict}/XObject<</Logo ${logo} 0 R/Code${n} ${codes[n]} 0 R>>/ProcSet[/PDF/Text/ImageC]>>`
  const listed = (name: string, of: readonly number[]) =>
    of.map((num, n) => `/${name}${n} ${num} 0 R`).join('')
  file.write(
    shared,
    `<<${fontDict}/XObject<</Logo ${logo} 0 R${listed('Code', codes)}${listed('Band', bands)}>>>>`,
  )
  for (const [n, band] of bands.entries()) {
    const draw = `/Code${n} Do`
    file.write(
      band,
      `<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources ${shared} 0 R/Length ${draw.length}>>\nstream\n${draw}\nendstream`,
    )
  }
  const nums = Array.from({ length: pages }, () => file.allocate())
  const branch = 100
  const nodes: number[] = []
  for (let from = 0; from < pages; from += branch) {
    const node = file.allocate()
    nodes.push(node)
    const kids = nums.slice(from, from + branch)
    file.write(
      node,
      `<</Type/Pages/Parent ${root} 0 R/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]${sharedResources ? `/Resources ${shared} 0 R` : ''}>>`,
    )
    for (const [at, num] of kids.entries()) {
      const index = from + at
      const receipt = receiptOf(Math.floor(index / pagesEach))
      const drawn = sharedResources ? `Band${index}` : `Code${index}`
      const text = face(fonts, receipt, index, drawn, index % pagesEach, pagesEach)
      const contents = file.stream('/Filter/FlateDecode', deflateSync(Buffer.from(text, 'latin1')))
      const to = nums[(index + 1) % pages] ?? num
      const link = file.allocate()
      file.write(
        link,
        `<</Type/Annot/Subtype/Link/Rect[40 20 200 40]/Border[0 0 0]/P ${num} 0 R/Dest[${to} 0 R/XYZ 0 800 0]>>`,
      )
      const resources = sharedResources ? '' : `/Resources ${own(index)}`
      file.write(
        num,
        `<</Type/Page/Parent ${node} 0 R/Contents ${contents} 0 R${resources}/Annots[${link} 0 R]/StructParents ${index}${pageEntries(index)}>>`,
      )
    }
  }
  file.write(
    root,
    `<</Type/Pages/Count ${pages}/MediaBox[0 0 595 842]/Kids[${nodes.map((node) => `${node} 0 R`).join(' ')}]>>`,
  )
  file.write(catalog, `<</Type/Catalog/Pages ${root} 0 R/PageMode/UseNone>>`)
  return file.finish(catalog)
}

interface Face {
  num: number
  show: (text: string) => string
}

/** A marker in the instructions and in the picture of page `index`; none is a prefix of another. */
export function pageMark(index: number): string {
  return `pagina-${index}.`
}

export function imageMark(index: number): string {
  return `imagen-${index}.`.padEnd(16, ' ')
}

/** The drawing instructions of one page. */
function face(
  [plain, heavy]: readonly [Face, Face],
  { name, cuil, fileNumber, net }: Receipt,
  index: number,
  drawn: string,
  page: number,
  of: number,
): string {
  const lines: string[] = []
  const put = (font: 1 | 2, size: number, x: number, y: number, text: string) =>
    lines.push(`BT /F${font} ${size} Tf ${x} ${y} Td ${(font === 1 ? plain : heavy).show(text)} Tj ET`)
  lines.push(
    'q 110 0 0 40 40 780 cm /Logo Do Q',
    `q 128 0 0 16 420 30 cm /${drawn} Do Q`,
    `% ${pageMark(index)}`,
  )
  put(2, 13, 170, 800, 'Austral Alimentos S.A.')
  put(1, 8, 170, 786, 'CUIT 30-70912684-5 - Av. Corrientes 1180, Buenos Aires')
  put(2, 11, 400, 800, 'RECIBO DE HABERES 10/2026')
  put(1, 9, 40, 750, `Apellido y nombre: ${name}`)
  put(1, 9, 320, 750, `CUIL: ${cuil}`)
  put(1, 9, 40, 736, `Legajo: ${fileNumber}`)
  put(1, 9, 320, 736, 'Ingreso: 01/03/2019  Categoría: Operario B')
  lines.push('0.4 w 36 700 520 -520 re S 36 680 520 0 re S')
  put(2, 9, 44, 686, 'Cód.   Concepto')
  put(2, 9, 330, 686, 'Unidades        Haberes        Descuentos')
  for (const [row, [code, concept]] of concepts.entries()) {
    put(1, 9, 44, 664 - row * 16, code)
    put(1, 9, 84, 664 - row * 16, concept)
    put(1, 9, 350, 664 - row * 16, String((row * 7 + index) % 30))
    put(1, 9, row < 6 ? 410 : 490, 664 - row * 16, money(10_000 + ((index * 7919 + row * 104_729) % 90_000)))
  }
  put(2, 12, 340, 150, `NETO A COBRAR $ ${net}`)
  put(1, 8, 40, 130, 'Recibí conforme el importe de esta liquidación y duplicado de la misma (art. 140 LCT).')
  if (of > 1) put(1, 8, 500, 60, `Hoja ${page + 1} de ${of}`)
  return lines.join('\n')
}

function writeFont(file: PlainFile, font: FontFile, tag: string): Face {
  const everything = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('')
  const subset = subsetFor(font, `${everything}áéíóúñÁÉÍÓÚÑüçãõ`)
  const name = `${tag.slice(0, 6)}+${font.name}`
  const data = file.stream(`/Filter/FlateDecode/Length1 ${subset.fileLength}`, subset.file)
  const unicode = file.stream('/Filter/FlateDecode', subset.toUnicode)
  const [descriptor, descendant, num] = [file.allocate(), file.allocate(), file.allocate()]
  file.write(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${font.bbox.join(' ')}]/ItalicAngle 0/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV 80/FontFile2 ${data} 0 R>>`,
  )
  file.write(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/W${subset.widths}>>`,
  )
  file.write(
    num,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
  return { num, show: (text) => `<${subset.encode(text)}>` }
}

function picture(
  file: PlainFile,
  width: number,
  height: number,
  grey: (x: number, y: number) => number,
): number {
  const samples = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) samples[y * width + x] = grey(x, y)
  return file.stream(
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`,
    deflateSync(samples),
  )
}

/** A file as ordinary producers write it. */
class PlainFile {
  readonly #chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  readonly #offsets: number[] = [0]
  #length = 15

  allocate(): number {
    return this.#offsets.push(0) - 1
  }

  write(num: number, body: string | Buffer): void {
    this.#offsets[num] = this.#length
    for (const part of [`${num} 0 obj\n`, body, '\nendobj\n']) {
      const chunk = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
      this.#chunks.push(chunk)
      this.#length += chunk.length
    }
  }

  stream(entries: string, data: Buffer): number {
    const num = this.allocate()
    const head = Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1')
    this.write(num, Buffer.concat([head, data, Buffer.from('\nendstream')]))
    return num
  }

  finish(root: number): Buffer {
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    const size = this.#offsets.length
    const tail = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root ${root} 0 R>>\nstartxref\n${this.#length}\n%%EOF\n`
    return Buffer.concat([...this.#chunks, Buffer.from(tail, 'latin1')])
  }
}
