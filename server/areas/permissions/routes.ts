import { type ActionId, actions } from '#contract/actions.ts'
import { permissionCalls, type ProfileActions } from '#contract/permissions/calls.ts'
import es from '#locales/es/permissions.json' with { type: 'json' }
import pt from '#locales/pt/permissions.json' with { type: 'json' }
import type { FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { type Api, route } from '#server/shared/route.ts'
import { csvStreamOf, spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { today } from '#server/shared/today.ts'
import { askedSince, grantersOf, profilesWithActions } from './queries.ts'

const words = { es, pt }
const dayMs = 86_400_000

export function registerPermissions(api: Api): void {
  route(api, permissionCalls.matrix, ({ read }) => read(({ db }) => profilesWithActions(db)))

  route(api, permissionCalls.matrixFile, async ({ read, request, session, services }, { formato }) => {
    const profiles = await read(({ db }) => profilesWithActions(db))
    const day = today(session.zone, services.clock())
    return sheetOf(profiles, request.language, formato, day)
  })

  route(api, permissionCalls.granters, ({ read, session }, { accion }) =>
    read(({ db }) => grantersOf(db, session, accion)),
  )

  route(api, permissionCalls.ask, ({ act, session, services, evidence }, { accion, id }) =>
    act(async (tx) => {
      const granter = (await grantersOf(tx.db, session, accion)).find((one) => one.id === id)
      if (!granter) refuse('NOT_FOUND')
      const now = services.clock()
      const asked = { asker: session.userId, granter: id, action: accion }
      if (await askedSince(tx.db, asked, new Date(now.getTime() - dayMs))) return { pedido: false }
      const { first_name, last_name } = await tx.db
        .selectFrom('users')
        .select(['first_name', 'last_name'])
        .where('id', '=', session.userId)
        .executeTakeFirstOrThrow()
      await queueMail(tx, services, {
        event: 'permission_asked',
        userId: id,
        to: granter.mail,
        language: granter.language,
        subject: { kind: 'employee', id: session.userId },
        variables: {
          nombre: granter.firstName,
          quien: `${first_name} ${last_name}`,
          permiso: words[granter.language].accion[accion],
        },
      })
      await recordEvent(tx, {
        subject: { kind: 'employee', id: session.userId },
        act: 'permission_asked',
        at: now,
        data: { action: accion, of: id },
        ...evidence,
      })
      return { pedido: true }
    }),
  )
}

/** A line an action, a column a profile. */
function sheetOf(
  profiles: readonly ProfileActions[],
  language: 'es' | 'pt',
  format: 'xlsx' | 'csv',
  day: string,
): FileAnswer {
  const { hoja, accion } = words[language]
  const line = (action: ActionId) => [
    String(action),
    accion[action],
    ...profiles.map(({ acciones }) => (acciones.includes(action) ? hoja.si : '')),
  ]
  async function* rows() {
    yield [
      ['', hoja.personas, ...profiles.map(({ personas }) => String(personas))],
      ...Object.values(actions).map(line),
    ]
  }
  const sheet = {
    name: hoja.nombre,
    columns: [
      { head: hoja.numero, width: 10 },
      { head: hoja.accion, width: 44 },
      ...profiles.map(({ nombre }) => ({ head: nombre, width: 22 })),
    ],
    rows: rows(),
  }
  const download = `${hoja.archivo}-${day}.${format}`
  return format === 'csv'
    ? { body: csvStreamOf(sheet), type: 'text/csv; charset=utf-8', download }
    : {
        body: spreadsheetOf(sheet),
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        download,
      }
}
