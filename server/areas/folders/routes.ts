import { folders } from '#contract/folders.ts'
import { type Api, route } from '../../shared/route.ts'
import { foldersFor, typesFor } from './queries.ts'

export function registerFolders(api: Api): void {
  route(api, folders.available, (ctx) => ctx.read((tx) => foldersFor(tx.db, ctx.session)))
  route(api, folders.types, (ctx, { id_carpeta: folderId }) =>
    ctx.read((tx) => typesFor(tx.db, ctx.session, { folderId })),
  )
  route(api, folders.publishable, (ctx) =>
    ctx.read((tx) => typesFor(tx.db, ctx.session, { publishable: true })),
  )
  route(api, folders.searchable, (ctx) => ctx.read((tx) => typesFor(tx.db, ctx.session, {})))
}
