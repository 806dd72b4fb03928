import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { massive } from '#contract/massive/massive.ts'
import { plainPages, rawPdf } from '#pdf/testing/samples.ts'
import { testApp } from '#server/testing/app.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, cuilOf, inCompany } from '#server/testing/factories.ts'
import { begin, sendWhole } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'

const app = await testApp()
app.setNow(now)
const company = await aCompany(app)
const { bearer } = await anAdministrator(app, company)
const { id: type } = await aType(app, company)
await inCompany(app, company.id, (tx) =>
  tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type).execute(),
)

interface Shown {
  name: string
  /** Drawn as a picture below the text. */
  drawn: string
  /** An id in the text. */
  written?: string
}

/** A picture of one line, and its size in pixels. */
async function pictureOf(line: string) {
  const page = await app.services.engine.render(await plainPages([[line]]), 1, 2480)
  if (!page.ok) throw new Error(page.detail)
  const trimmed = sharp(page.png)
    .trim()
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: 'white' })
  const { data, info } = await trimmed.jpeg({ quality: 95 }).toBuffer({ resolveWithObject: true })
  return { jpeg: data.toString('latin1'), width: info.width, height: info.height }
}

/** Pages of text, each with a line that is a picture. */
async function pagesOf(all: readonly Shown[]): Promise<Uint8Array> {
  const objects: Record<number, string> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/MediaBox[0 0 420 595]/Count ${all.length}/Kids[${all.map((_, at) => `${10 + 3 * at} 0 R`).join(' ')}]>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  }
  for (const [at, { name, drawn, written = '' }] of all.entries()) {
    const first = 10 + 3 * at
    const { jpeg, width, height } = await pictureOf(drawn)
    const lines = [
      'Recibo de haberes',
      `Apellido y nombre: ${name}`,
      written,
      '',
      `Sueldo basico   8${at}0.000,00`,
    ]
    const text = lines.map((line, row) => `BT /F1 10 Tf 30 ${560 - 20 * row} Td (${line}) Tj ET`).join('\n')
    // 2,480 pixels are the width of the page: the picture is as large as its line was.
    const scale = 595 / 2480
    const content = `${text}\nq ${width * scale} 0 0 ${height * scale} 30 502 cm /Im1 Do Q`
    objects[first] =
      `<</Type/Page/Parent 2 0 R/Contents ${first + 1} 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</Im1 ${first + 2} 0 R>>>>>>`
    objects[first + 1] = `<</Length ${content.length}>>\nstream\n${content}\nendstream`
    objects[first + 2] =
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8` +
      `/Filter/DCTDecode/Length ${jpeg.length}>>\nstream\n${jpeg}\nendstream`
  }
  return rawPdf(objects)
}

async function itemsOf(bytes: Uint8Array, modo: 'split_sign' | 'publish' = 'split_sign') {
  const { id, subida } = await begin(app, bearer, type, { modo, tamano: bytes.length })
  await sendWhole(app, bearer, subida, bytes)
  await app.services.jobs.runDueJobs()
  const of = async (grupo: 'listo' | 'por_resolver') =>
    (await app.call(massive.items, { id, grupo, perPage: 100 }, { as: bearer })).data
  return [...(await of('listo')), ...(await of('por_resolver'))].map(
    ({ paginas, grupo, leido_por, colaborador }) => [paginas, grupo, leido_por, colaborador?.id ?? null],
  )
}

test(
  'ids that are drawn beside text are recognised where no page of a file has an owner',
  { timeout: 200_000 },
  async () => {
    const lastNames = ['Acosta', 'Duarte', 'Escobar', 'Godoy']
    const people = await Promise.all(
      lastNames.map(async (lastName) => ({
        name: `${lastName}, Ana`,
        ...(await aPerson(app, company, { firstName: 'Ana', lastName })),
      })),
    )
    const shown = people.map(({ name, cuil }) => ({ name, drawn: `CUIL: ${cuil}` }))
    expect(await itemsOf(await pagesOf(shown))).toEqual(
      people.map(({ id }, at) => [[at + 1], 'listo', 'ocr', id]),
    )
    // Nothing is recognised beyond the pages that are tried where the file is of others.
    const strangers = shown.slice(0, 2).map(({ drawn }) => ({ name: 'Zamora, Luis', drawn }))
    expect(
      (await itemsOf(await pagesOf(strangers))).map(([, grupo, by, owner]) => [grupo, by, owner]),
    ).toEqual(strangers.map(() => ['sin_id', 'text', null]))
  },
)

test('so are ids that are drawn on the PDFs of a zip', { timeout: 200_000 }, async () => {
  const lastNames = ['Ibarra', 'Juarez', 'Lezama', 'Moyano']
  const people = await Promise.all(
    lastNames.map((lastName) => aPerson(app, company, { firstName: 'Eva', lastName })),
  )
  const zip = new ZipFile()
  for (const [at, { cuil }] of people.entries()) {
    const pdf = await pagesOf([{ name: `${lastNames[at]}, Eva`, drawn: `CUIL: ${cuil}` }])
    zip.addBuffer(Buffer.from(pdf), `${at}.pdf`)
  }
  zip.end()
  const bytes = await buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
  expect(await itemsOf(bytes, 'publish')).toEqual(people.map(({ id }) => [[1], 'listo', 'ocr', id]))
})

test('pages that show an id of nobody are not recognised', async () => {
  const strangers = await pagesOf(
    [1, 2, 3].map((n) => ({
      name: 'Zamora, Luis',
      drawn: 'Logo',
      written: `CUIL: ${cuilOf(`7000000${n}`)}`,
    })),
  )
  const render = vi.spyOn(app.services.engine, 'render')
  expect((await itemsOf(strangers)).map(([, grupo, by]) => [grupo, by])).toEqual(
    [1, 2, 3].map(() => ['desconocido', 'text']),
  )
  expect(render).not.toHaveBeenCalled()
  render.mockRestore()
})
