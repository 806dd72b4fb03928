import { actions, satisfies } from '#contract/actions.ts'
import { mostFavourites, shell } from '#contract/shell/shell.ts'
import type { Joints } from '#server/shared/area.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { concernsOf } from './concerns.ts'
import { bellSeen, draftOf, dropDraft, favouritesOf, keepDraft, noteBellSeen, pin, unpin } from './queries.ts'
import { runningWork } from './running.ts'
import { openDraft, sealDraft } from './sealed-drafts.ts'

/** Calls of the portal's frame, about the person's own data. */
export function registerShell(api: Api, joints: Joints): void {
  route(api, shell.pages, async ({ read, session, services }) => {
    const { pages } = services.config
    const { country } = await read(({ db }) =>
      db.selectFrom('companies').select('country').executeTakeFirstOrThrow(),
    )
    const brazil = country === 'BR'
    const chats = satisfies([actions.supportChat], session)
    return {
      soporte: (chats ? pages.supportChat : pages.support) ?? null,
      manual: (brazil ? pages.manualBr : undefined) ?? pages.manual ?? null,
      privacidad: (brazil ? pages.privacyBr : undefined) ?? pages.privacy ?? null,
      derechos: pages.copyright ?? null,
    }
  })

  route(api, shell.running, ({ read, session, services }) =>
    read(({ db }) => runningWork(db, session.userId, joints, services.clock())),
  )

  route(api, shell.concerns, ({ read, session, services }) =>
    read(async ({ db }) => ({
      visto: await bellSeen(db, session.userId),
      avisos: await concernsOf(db, session, joints, services.clock()),
    })),
  )
  route(api, shell.seen, async ({ write, session, services }) => {
    const now = services.clock()
    await write((tx) => noteBellSeen(tx, session.userId, now))
    return { visto: now }
  })

  route(api, shell.favourites, ({ read, session }) => read(({ db }) => favouritesOf(db, session.userId)))
  route(api, shell.pin, ({ write, session }, { ruta, favorita }) =>
    write(async (tx) => {
      if (favorita) await pin(tx, session.userId, ruta)
      else await unpin(tx.db, session.userId, ruta)
      const pinned = await favouritesOf(tx.db, session.userId)
      if (pinned.length > mostFavourites) refuse('FAVOURITES_TOO_MANY', 'ruta', { maximo: mostFavourites })
      return pinned
    }),
  )

  route(api, shell.draft, async ({ read, session, services }, { clave }) => {
    const draft = await read(({ db }) => draftOf(db, session.userId, clave, services.clock()))
    return draft && { valor: openDraft(services, session, clave, draft.sealed), guardado: draft.guardado }
  })
  route(api, shell.keepDraft, async ({ write, session, services }, { clave, valor }) => {
    const now = services.clock()
    const sealed = sealDraft(services, session, clave, valor)
    await write((tx) => keepDraft(tx, session.userId, clave, sealed, now))
    return { guardado: now }
  })
  route(api, shell.dropDraft, async ({ write, session }, { clave }) => {
    await write(({ db }) => dropDraft(db, session.userId, clave))
    return {}
  })
}
