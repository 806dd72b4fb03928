import { managers } from '#contract/managers.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { optionsOf } from './folders.ts'
import { giveManagers, previewManagers } from './giving.ts'
import { countManagers, findManagerIds, listManagers } from './queries.ts'
import { managementOf } from './management.ts'

export function registerManagers(api: Api): void {
  route(api, managers.list, ({ read, session }, input) =>
    read(async ({ db }) => {
      const management = await managementOf(db, session)
      return {
        data: await listManagers(db, session, management, input, rowsOf(input)),
        pagination: paginationOf(await countManagers(db, session, management, input), input),
      }
    }),
  )
  route(api, managers.ids, ({ read, session }, input) =>
    read(async ({ db }) => findManagerIds(db, session, await managementOf(db, session), input)),
  )
  route(api, managers.options, ({ read, session }) => read(({ db }) => optionsOf(db, session)))
  route(api, managers.preview, (ctx, input) => ctx.read((tx) => previewManagers(tx, ctx, input)))
  route(api, managers.give, (ctx, input) => ctx.act((tx) => giveManagers(tx, ctx, input)))
}
