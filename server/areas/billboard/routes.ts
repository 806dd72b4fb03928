import { billboard, ownBillboard } from '#contract/billboard.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { addFile, openPostFile, removeFile } from './files.ts'
import {
  countAudience,
  countForReader,
  countPosts,
  countReaders,
  listPosts,
  listReaders,
  mostPosts,
  places,
  postForReader,
  postsForReader,
  readersBySector,
} from './queries.ts'
import { readersFile } from './readers-file.ts'
import { readPost } from './reading.ts'
import { archivePost, dayOf, endPost, savePost, shownPost } from './saving.ts'
import { remindReaders } from './telling.ts'

export function registerBillboard(api: Api): void {
  route(api, billboard.list, (ctx, input) =>
    ctx.read(async ({ db }) => {
      const day = dayOf(ctx)
      return {
        data: await listPosts(db, ctx.session, day, input, rowsOf(input)),
        pagination: paginationOf(await countPosts(db, ctx.session, day, input), input, mostPosts),
      }
    }),
  )
  route(api, billboard.audience, ({ read, session }, input) =>
    read(async ({ db }) => ({
      sectores: await places(db, session, 'sectors'),
      locaciones: await places(db, session, 'locations'),
      ...(await countAudience(db, session, {
        sectors: input.todos_los_sectores ? null : input.sectores,
        locations: input.todas_las_locaciones ? null : input.locaciones,
      })),
    })),
  )
  route(api, billboard.one, (ctx, { id }) => ctx.read((tx) => shownPost(ctx, tx, id)))
  route(api, billboard.create, (ctx, input) => ctx.act((tx) => savePost(ctx, tx, input)))
  route(api, billboard.save, (ctx, { id, ...input }) => ctx.act((tx) => savePost(ctx, tx, input, id)))
  route(api, billboard.change, (ctx, { id, acto }) =>
    ctx.act(async (tx) => {
      if (acto === 'recordar') return { id, personas: await remindReaders(ctx, tx, id) }
      await (acto === 'terminar' ? endPost(ctx, tx, id) : archivePost(ctx, tx, id))
      return { id, personas: 0 }
    }),
  )
  route(api, billboard.addFile, addFile)
  route(api, billboard.removeFile, removeFile)
  route(api, billboard.file, (ctx, { id, archivo }) =>
    openPostFile(ctx, id, archivo, async (tx) => {
      await shownPost(ctx, tx, id)
    }),
  )
  route(api, billboard.readers, (ctx, { id, faltan, ...page }) =>
    ctx.read(async (tx) => {
      await shownPost(ctx, tx, id)
      return {
        data: await listReaders(tx.db, ctx.session, id, faltan, rowsOf(page)),
        pagination: paginationOf(await countReaders(tx.db, ctx.session, id, faltan), page),
      }
    }),
  )
  route(api, billboard.sectors, (ctx, { id }) =>
    ctx.read(async (tx) => {
      await shownPost(ctx, tx, id)
      return readersBySector(tx.db, ctx.session, id)
    }),
  )
  route(api, billboard.readersFile, (ctx, { id }) => readersFile(ctx, id))

  route(api, ownBillboard.list, (ctx, page) =>
    ctx.read(async ({ db }) => {
      const [me, day] = [ctx.session.userId, dayOf(ctx)]
      return {
        data: await postsForReader(db, me, day, rowsOf(page)),
        pagination: paginationOf(await countForReader(db, me, day), page),
      }
    }),
  )
  route(api, ownBillboard.read, (ctx, { id }) => ctx.act((tx) => readPost(ctx, tx, id)))
  route(api, ownBillboard.file, (ctx, { id, archivo }) =>
    openPostFile(ctx, id, archivo, async (tx) => {
      if (!(await postForReader(tx.db, ctx.session.userId, dayOf(ctx), id))) refuse('NOT_FOUND')
    }),
  )
}
