import { documents } from '#contract/documents/documents.ts'
import type { FileAnswer } from '#server/shared/context.ts'
import { deviceName } from '#server/shared/identity/device.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { verifyFile } from '#server/areas/verification/operations.ts'
import { registerDocumentActs } from './act-routes.ts'
import { registerDocumentExports } from './export/routes.ts'
import { openFile, openXml, reachedFile } from './operations.ts'
import { findDocument, signaturesOf } from './queries.ts'
import { openingsOf } from './report/queries.ts'
import { checkSearch, countBySector, countDocuments, findAllIds, listDocuments } from './search.ts'

export function registerDocuments(api: Api): void {
  const { engine, files } = api.services
  registerDocumentActs(api)
  registerDocumentExports(api)

  route(api, documents.list, async ({ read, session }, input) => {
    const rows = rowsOf(input)
    checkSearch(session, input)
    const { data, total } = await read((tx) => listDocuments(tx.db, session, input, rows))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, documents.ids, ({ read, session }, input) => {
    checkSearch(session, input)
    return read((tx) => findAllIds(tx.db, session, input))
  })
  route(api, documents.totals, ({ read, session }, input) =>
    read((tx) => countDocuments(tx.db, session, input)),
  )
  route(api, documents.sectors, ({ read, session }, input) =>
    read((tx) => countBySector(tx.db, session, input)),
  )
  route(api, documents.detail, ({ read, request, session }, { id }) =>
    read(async (tx) => {
      const document = await findDocument(tx.db, session, id)
      if (!document) refuse('NOT_FOUND')
      const signatures = await signaturesOf(tx.db, id)
      return {
        ...document,
        aperturas: await openingsOf(tx.db, id),
        firmas: signatures.map((one) => ({
          ...one,
          dispositivo: deviceName(one.dispositivo, request.language),
        })),
      }
    }),
  )
  route(api, documents.check, async ({ read, session }, { id }) => {
    const { key } = await read((tx) => reachedFile(tx, session, id, 0))
    return verifyFile(api.services, await files.read(key))
  })

  route(api, documents.download, async (context, { a, b }) => {
    const { key, fileName } = await openFile(context, a, b, 'downloaded')
    return { body: files.stream(key), type: 'application/pdf', download: fileName } satisfies FileAnswer
  })
  route(api, documents.view, async (context, { a, b }) => {
    const { key } = await openFile(context, a, b, 'seen')
    return { body: files.stream(key), type: 'application/pdf' } satisfies FileAnswer
  })
  route(api, documents.image, async (context, { a, b, c, ancho }) => {
    const { key } = await openFile(context, a, b, 'seen', c)
    const picture = await engine.render(await files.read(key), c, ancho)
    if (!picture.ok) throw new Error(`a page that cannot be drawn: ${picture.detail}`)
    return { body: Buffer.from(picture.png), type: 'image/png' } satisfies FileAnswer
  })
  route(api, documents.pages, async ({ read, session }, { a, b }) => {
    const { key } = await read((tx) => reachedFile(tx, session, a, b))
    const inspected = await engine.inspect(await files.read(key))
    if (!inspected.ok) throw new Error(`a document that cannot be read: ${inspected.detail}`)
    const medidas = inspected.pageSizes.map(({ width, height }) => ({ ancho: width, alto: height }))
    return { paginas: inspected.pages, medidas }
  })
  route(api, documents.xml, async (context, { a, b }) => {
    const { key, fileName } = await openXml(context, a, b)
    return {
      body: files.stream(key),
      type: 'application/xml; charset=utf-8',
      download: fileName,
    } satisfies FileAnswer
  })
}
