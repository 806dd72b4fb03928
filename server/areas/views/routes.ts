import { mostViews, views } from '#contract/views.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { countOtherViews, deleteView, listViews, preferNone, preferView, saveView } from './queries.ts'

/** Views of lists, each its owner's alone. */
export function registerViews(api: Api): void {
  route(api, views.list, ({ read, session }, { lista }) =>
    read((tx) => listViews(tx.db, session.userId, lista)),
  )
  route(api, views.save, ({ act, session }, asked) =>
    act(async (tx) => {
      if ((await countOtherViews(tx.db, session.userId, asked.lista, asked.nombre)) >= mostViews)
        refuse('VIEW_TOO_MANY', 'nombre', { maximo: mostViews })
      if (asked.preferida) await preferNone(tx.db, session.userId, asked.lista)
      return saveView(tx, session.userId, asked)
    }),
  )
  route(api, views.prefer, ({ write, session }, { id, preferida }) =>
    write(async (tx) => {
      const view = await preferView(tx.db, session.userId, id, preferida)
      if (!view) refuse('NOT_FOUND')
      return view
    }),
  )
  route(api, views.forget, ({ write, session }, { id }) =>
    write(async (tx) => {
      if (!(await deleteView(tx.db, session.userId, id))) refuse('NOT_FOUND')
      return { id }
    }),
  )
}
