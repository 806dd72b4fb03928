import { deflateSync } from 'node:zlib'
import { onePage } from './samples.ts'

/** A small file that makes a reader without bounds take hundreds of megabytes or more. */
export interface HeavyFile {
  name: string
  make: () => Uint8Array
}

const mebi = 1_048_576

function stream(entries: string, data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
  return `<<${entries}/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`
}

const deflated = (data: string | Uint8Array, entries = '') =>
  stream(`${entries}/Filter/FlateDecode`, deflateSync(data, { level: 9 }))

/** A page that draws `/X` over all of itself, with `objects` from number 6 on, the first of which is `/X`. */
function drawing(objects: Record<number, string>, content = 'q 595 0 0 842 0 0 cm /X Do Q'): Uint8Array {
  return onePage('/Resources<</XObject<</X 6 0 R>>/Font<</F1 5 0 R>>>>', '', {
    4: stream('', content),
    ...objects,
  })
}

function image(entries: string, data: Uint8Array): string {
  return deflated(data, `/Type/XObject/Subtype/Image${entries}`)
}

/** Transparency groups in each other: each is drawn into a bitmap of its own. */
function nestedGroups(depth: number): Uint8Array {
  const objects: Record<number, string> = {}
  const group = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/I true/K true>>'
  for (let n = 6; n < 6 + depth; n++) {
    const resources = `/Resources<</XObject<</X ${n + 1} 0 R>>/ExtGState<</G<</ca 0.9/BM/Multiply>>>>>>`
    objects[n] = stream(group + resources, '/G gs 0.5 g 0 0 500 500 re f /X Do')
  }
  objects[6 + depth] = stream(group, '0 0 500 800 re f')
  return drawing(objects, '/X Do')
}

/** Soft masks in each other. */
function nestedMasks(depth: number): Uint8Array {
  const objects: Record<number, string> = {}
  const group = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceRGB>>'
  for (let n = 6; n < 6 + depth; n++) {
    const state = `/ExtGState<</G<</SMask<</S/Luminosity/G ${n + 1} 0 R>>/ca 0.5>>>>`
    objects[n] = stream(`${group}/Resources<<${state}>>`, '/G gs 1 0 0 rg 0 0 595 842 re f')
  }
  objects[6 + depth] = stream(group, '0 0 500 800 re f')
  return drawing(objects, '/X Do')
}

/** A tiling pattern whose cell is as large as it may be. */
function hugePattern(): Uint8Array {
  const pattern =
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 60000 60000]/XStep 59999/YStep 59999'
  return onePage('/Resources<</Pattern<</P 6 0 R>>>>', '', {
    4: stream('', '/Pattern cs /P scn 0 0 595 842 re f'),
    6: stream(`${pattern}/Resources<<>>`, '1 0 0 rg 0 0 59000 59000 re f'),
  })
}

/** Operators that repeat: each becomes an object of the page. */
function manyOperators(operator: string, bytes: number): Uint8Array {
  return onePage('', '', { 4: deflated(operator.repeat(Math.floor(bytes / operator.length))) })
}

function jbig2(side: number): Uint8Array {
  const segment = Buffer.alloc(11 + 19)
  segment.writeUInt32BE(0, 0)
  segment[4] = 48
  segment[6] = 1
  segment.writeUInt32BE(19, 7)
  segment.writeUInt32BE(side, 11)
  segment.writeUInt32BE(side, 15)
  return drawing({
    6: stream(
      `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode`,
      segment,
    ),
  })
}

/** Files made to take memory, each below the limits of an upload. */
export function heavyFiles(): HeavyFile[] {
  const gray = (side: number) =>
    image(`/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray`, Buffer.alloc(side * side))
  const rgb = (side: number) =>
    image(
      `/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB`,
      Buffer.alloc(side * side * 3),
    )
  const masked = `/Width 9000/Height 9000/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 7 0 R/Interpolate true`
  return [
    { name: 'transparency groups in each other', make: () => nestedGroups(25) },
    { name: 'soft masks in each other', make: () => nestedMasks(25) },
    { name: 'a pattern of a huge cell', make: () => hugePattern() },
    {
      name: 'an image of 90 million bytes with a mask as large',
      make: () => drawing({ 6: image(masked, Buffer.alloc(81_000_000)), 7: gray(9000) }),
    },
    { name: 'a coloured image of 97 million bytes', make: () => drawing({ 6: rgb(5680) }) },
    { name: 'a JBIG2 image of four gigapixels', make: () => jbig2(65_500) },
    { name: 'ninety megabytes of rectangles', make: () => manyOperators('0 0 9 9 re f ', 90 * mebi) },
    { name: 'ninety megabytes of saved states', make: () => manyOperators('q ', 90 * mebi) },
    { name: 'ninety megabytes of one path', make: () => manyOperators('1 1 l ', 90 * mebi) },
    {
      name: 'ninety megabytes of words',
      make: () => manyOperators('BT /F1 9 Tf 9 9 Td (recibo) Tj ET ', 90 * mebi),
    },
    { name: 'ninety megabytes of numbers', make: () => manyOperators('1 ', 90 * mebi) },
    {
      name: 'an array of millions',
      make: () => onePage('', '/A 6 0 R', { 6: `[${'1 '.repeat(4_500_000)}]` }),
    },
    {
      name: 'an array of millions of dictionaries',
      make: () => onePage('', '/A 6 0 R', { 6: `[${'<<>>'.repeat(2_400_000)}]` }),
    },
    {
      name: 'an array of millions of arrays',
      make: () => onePage('', '/A 6 0 R', { 6: `[${'[]'.repeat(4_500_000)}]` }),
    },
  ]
}
