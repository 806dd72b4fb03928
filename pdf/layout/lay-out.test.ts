import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PdfDocument } from '../document.ts'
import { signPdf } from '../sign.ts'
import { printedText, qpdfCheck } from '../testing/judges.ts'
import { drawingOf } from '../testing/drawing.ts'
import { makeSigners } from '../testing/signers.ts'
import { verifyPdf } from '../verify.ts'
import { textOfPages } from '../text.ts'
import type { Block, LayoutRequest } from './blocks.ts'
import { layOut } from './lay-out.ts'

const request = (blocks: Block[]): LayoutRequest => ({
  title: 'Informe',
  author: 'Austral Alimentos',
  language: 'es',
  created: new Date('2026-11-21T12:00:00Z'),
  foot: 'Informe',
  pageWords: 'Página {{pagina}} de {{paginas}}',
  blocks,
})

test('a table goes over pages with its head on each, and no row is lost or broken', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`fila ${n}`, `dato ${n}`.repeat(1 + (n % 9)), ''])
  const columns = [
    { title: 'Primera', weight: 1 },
    { title: 'Segunda', weight: 2 },
    { title: 'Tercera', weight: 1 },
  ]
  const laid = await layOut(request([{ kind: 'table', columns, rows }]))
  const read = await textOfPages(laid.pdf)
  if (!read.ok) throw new Error(read.detail)
  expect(laid.pages).toBeGreaterThan(2)
  expect(read.pages).toHaveLength(laid.pages)
  read.pages.forEach((text, at) => {
    expect(text).toContain('Primera')
    expect(text).toContain(`Página ${at + 1} de ${laid.pages}`)
  })
  const all = read.pages.join('\n')
  for (const n of rows.keys()) expect(all.match(new RegExp(`fila ${n}\\b`, 'g'))).toHaveLength(1)
  expect(qpdfCheck(laid.pdf).accepted).toBe(true)
})

test('each block is drawn as lay-out.txt says, on as many pages as it needs', async () => {
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const words = 'Un párrafo que sigue hasta que no entra más en su renglón. '
  const laid = await layOut(
    request([
      { kind: 'heading', level: 1, text: 'Primero' },
      { kind: 'heading', level: 2, text: 'Segundo' },
      { kind: 'paragraph', text: words.repeat(3) },
      { kind: 'heading', level: 3, text: 'Tercero' },
      { kind: 'paragraph', text: words, quiet: true },
      { kind: 'heading', level: 4, text: 'Cuarto' },
      {
        kind: 'facts',
        rows: [
          ['Código', 'ABCD'],
          ['Nombre', words],
        ],
        beside: { text: 'https://legajo.example/v', size: 28, alt: 'Código QR', caption: 'ABCD' },
      },
      {
        kind: 'table',
        columns: [
          { title: 'Uno', weight: 1 },
          { title: 'Dos', weight: 3 },
        ],
        rows: Array.from({ length: 9 }, (_, n) => [`${n}`, words.repeat(1 + (n % 3))]),
      },
      { kind: 'code', label: 'Registro', text: '0123456789abcdef'.repeat(30) },
      { kind: 'place', name: 'firma', width: 70, height: 22, caption: 'Firma' },
      { kind: 'image', bytes: image, width: 300, height: 100, alt: 'Una imagen' },
      { kind: 'page_break' },
      { kind: 'facts', rows: [['Solo', 'uno']] },
      {
        kind: 'slip',
        head: 'Austral',
        title: 'Ana Sosa',
        aside: 'Legajo 7',
        rows: [
          ['Dirección', 'legajo.example/e'],
          ['Código', 'ABCD-EFGH'],
        ],
        notes: ['Vence mañana.', words.repeat(2)],
      },
    ]),
  )
  await expect(drawingOf(new PdfDocument(laid.pdf))).toMatchFileSnapshot('../testing/lay-out.txt')
  expect(laid.places).toHaveLength(1)
})

test('a document has language, title and roles for a screen reader', async () => {
  const laid = await layOut(
    request([
      { kind: 'heading', level: 1, text: 'Informe de trazabilidad' },
      {
        kind: 'facts',
        rows: [['Código', 'ABCD']],
        beside: { text: 'https://legajo.example/v', size: 28, alt: 'Código QR', caption: 'ABCD' },
      },
    ]),
  )
  const raw = Buffer.from(laid.pdf).toString('latin1')
  for (const said of ['/Lang (es)', '/MarkInfo', '/Marked true', '/S /H1', '/S /TH', '/S /Figure'])
    expect(raw).toContain(said)
})

test('a named place is returned in millimetres, and takes a signature there', async () => {
  const filler: Block = { kind: 'paragraph', text: 'Texto de relleno. '.repeat(400) }
  const place: Block = { kind: 'place', name: 'colaborador', width: 70, height: 22, caption: 'Firma' }
  const { pdf, places } = await layOut(request([place, filler, filler, { ...place, name: 'empresa' }]))
  expect(places).toMatchObject([
    { name: 'colaborador', page: 1, x: 18, y: 16, width: 70, height: 22 },
    { name: 'empresa', width: 70, height: 22 },
  ])
  const [, second] = places
  if (!second) throw new Error('no second place')
  expect(second.page).toBeGreaterThan(1)
  const { companyRequest } = await makeSigners()
  const signed = await signPdf({ ...companyRequest(pdf), position: second })
  if (!signed.ok) throw new Error(signed.detail)
  expect(await verifyPdf(signed.pdf)).toMatchObject({ ok: true, signatures: [{ valid: true }] })
  expect(qpdfCheck(signed.pdf).accepted).toBe(true)
})

test('a record that is broken over lines is the same record when they are joined', async () => {
  const characters = fc.string({
    unit: fc.constantFrom(...'abcdef0123456789{}":,-./ñá'),
    minLength: 1,
    maxLength: 900,
  })
  await fc.assert(
    fc.asyncProperty(characters, async (text) => {
      const { pdf } = await layOut(request([{ kind: 'code', label: 'Registro', text: `<${text}>` }]))
      const joined = printedText(pdf).replace(/\s/g, '')
      expect(joined).toContain(`<${text}>`)
    }),
    { numRuns: 8 },
  )
})
