import { folders } from '#contract/folders/folders.ts'
import { folderSettings as settings, uploadTemplates } from '#contract/folders/settings.ts'
import { typeConfiguration as configuration, userFolders } from '#contract/folders/configuration.ts'
import { typeReading } from '#contract/folders/reading.ts'
import es from '#locales/es/folders.json' with { type: 'json' }
import pt from '#locales/pt/folders.json' with { type: 'json' }
import { type Api, route } from '#server/shared/route.ts'
import { blockable } from './blocking.ts'
import { changeReading, savedReading } from './capture-rules.ts'
import { configureType, inspectSample, keptSample, savedConfiguration } from './configuration.ts'
import { consequencesOf } from './consequences.ts'
import { changeFolder, makeFolder, removeFolder } from './folder-acts.ts'
import { holdsOf } from './holds.ts'
import { foldersFor, typesFor } from './queries.ts'
import { blocksOf, folderDetail, folderDetails, typeDetail, typeDetails } from './settings-queries.ts'
import { changeType, makeType, removeType } from './type-acts.ts'
import { placeType } from './type-order.ts'
import { addToFilter, folderFilterOf, takeFromFilter } from './user-folders.ts'

export function registerFolders(api: Api): void {
  route(api, folders.available, (ctx) => ctx.read((tx) => foldersFor(tx.db, ctx.session)))
  route(api, folders.types, (ctx, { id_carpeta: folderId }) =>
    ctx.read((tx) => typesFor(tx.db, ctx.session, { folderId })),
  )
  route(api, folders.publishable, (ctx) =>
    ctx.read((tx) => typesFor(tx.db, ctx.session, { publishable: true })),
  )
  route(api, folders.inUse, (ctx) => ctx.read((tx) => typesFor(tx.db, ctx.session, { inUse: true })))
  route(api, folders.searchable, (ctx) => ctx.read((tx) => typesFor(tx.db, ctx.session, {})))
  registerFolderSettings(api)
  registerTypeSettings(api)
  registerConfiguration(api)
  registerUserFolders(api)
}

function registerFolderSettings(api: Api): void {
  route(api, settings.list, (ctx) => ctx.read((tx) => folderDetails(tx.db, ctx.session)))
  route(api, settings.one, (ctx, { id }) => ctx.read((tx) => folderDetail(tx.db, ctx.session, id)))
  route(api, settings.create, (ctx, input) => makeFolder(ctx, input))
  route(api, settings.change, (ctx, input) => changeFolder(ctx, input))
  route(api, settings.consequences, (ctx, input) => ctx.read((tx) => consequencesOf(tx, ctx, input)))
  route(api, settings.holds, (ctx, { id }) => ctx.read((tx) => holdsOf(tx, ctx, id)))
  route(api, settings.remove, (ctx, input) => removeFolder(ctx, input))
  route(api, settings.blockable, (ctx) => ctx.read((tx) => foldersFor(tx.db, ctx.session)))
  route(api, settings.blockableBy, (ctx, { id }) =>
    ctx.read(async (tx) => {
      await folderDetail(tx.db, ctx.session, id)
      const seen = await foldersFor(tx.db, ctx.session)
      const open = blockable(
        id,
        seen.map(({ idCarpeta }) => idCarpeta),
        await blocksOf(tx.db),
      )
      return seen.filter(({ idCarpeta }) => open.includes(idCarpeta))
    }),
  )
}

function registerTypeSettings(api: Api): void {
  route(api, settings.types, (ctx, { id }) =>
    ctx.read(async (tx) => {
      await folderDetail(tx.db, ctx.session, id)
      return typeDetails(tx.db, ctx.session, { folderId: id })
    }),
  )
  route(api, settings.type, (ctx, { id }) => ctx.read((tx) => typeDetail(tx.db, ctx.session, id)))
  route(api, settings.createType, (ctx, input) => makeType(ctx, input))
  route(api, settings.copyType, (ctx, { id, ...input }) => makeType(ctx, input, id))
  route(api, settings.changeType, (ctx, input) => changeType(ctx, input))
  route(api, settings.placeType, (ctx, input) => placeType(ctx, input))
  route(api, settings.removeType, (ctx, input) => removeType(ctx, input))
  route(api, settings.templates, async (ctx) => {
    const word = (ctx.request.language === 'pt' ? pt : es).plantilla
    return uploadTemplates.map(({ id, ...json }) => ({
      id,
      nombre: word.replace('{{max}}', String(json.max_files)).replace('{{min}}', String(json.min_files)),
      json,
    }))
  })
  route(api, settings.parsers, async (ctx) => {
    const { captura } = ctx.request.language === 'pt' ? pt : es
    return [
      { parser: 'file_name' as const, alias: captura.file_name },
      { parser: 'first_page' as const, alias: captura.first_page },
      { parser: null, alias: captura.ninguna },
    ]
  })
}

function registerConfiguration(api: Api): void {
  const { files } = api.services
  route(api, configuration.one, (ctx, { id }) => ctx.read((tx) => savedConfiguration(tx, ctx, id)))
  route(api, configuration.change, (ctx, input, file) => configureType(ctx, input, file))
  route(api, configuration.sample, async (ctx, { id }) => {
    const { key, name } = await ctx.read((tx) => keptSample(tx, ctx, id))
    return { body: files.stream(key), type: 'application/pdf' as const, download: name }
  })
  route(api, typeReading.one, (ctx, { id }) => ctx.read((tx) => savedReading(tx, ctx, id)))
  route(api, typeReading.change, (ctx, input) => changeReading(ctx, input))
  route(api, configuration.pdfInfo, async (ctx, _, file) => {
    const { pageSizes } = await inspectSample(ctx, file)
    return { paginas: pageSizes.map(({ width, height }) => ({ ancho: width, alto: height })) }
  })
}

function registerUserFolders(api: Api): void {
  route(api, userFolders.list, (ctx, { idUsuario }) => ctx.read((tx) => folderFilterOf(tx, ctx, idUsuario)))
  route(api, userFolders.add, (ctx, input) => addToFilter(ctx, input))
  route(api, userFolders.remove, (ctx, input) => takeFromFilter(ctx, input))
}
