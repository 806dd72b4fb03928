import { documentExports } from '#contract/documents/exports.ts'
import { type Api, route } from '#server/shared/route.ts'
import { sheetOf } from './sheets.ts'
import { zipOfDocuments } from './zip.ts'
import { beginExport, exportProgress, prepareSearch, prepareZip } from './exporting.ts'

/** Many documents downloaded at once: prepared, taken once, watched. */
export function registerDocumentExports(api: Api): void {
  route(api, documentExports.search, prepareSearch)
  route(api, documentExports.zip, (context, { ids }) => prepareZip(context, ids))
  route(api, documentExports.progress, (context, { id }) => exportProgress(context, id))
  route(api, documentExports.file, async (context, { id }) => {
    const running = await beginExport(context, id)
    return running.kind === 'zip' ? zipOfDocuments(context, running) : sheetOf(context, running)
  })
}
