import { home, movementMonths, recentDays } from '#contract/home.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { firstSteps } from './first-steps.ts'
import {
  countLapsing,
  latestPublications,
  openDisagreements,
  peopleWhoHaveNotSigned,
  waitingForCompany,
} from './queries.ts'
import { birthdays, birthdaysWanted, lastMonths, movements, recentHires } from './people-queries.ts'
import { addDays, today } from '#server/shared/today.ts'

export function registerHome(api: Api): void {
  route(api, home.birthdays, ({ read, session, services }, input) => {
    const days = birthdaysWanted(input.option, today(session.zone, services.clock()))
    return read(async ({ db }) => {
      const { data, total } = await birthdays(db, session, days, rowsOf(input))
      return { data, pagination: paginationOf(total, input) }
    })
  })

  route(api, home.recentHired, ({ read, session, services }, input) => {
    const until = today(session.zone, services.clock())
    const hired = { from: addDays(until, 1 - recentDays), until }
    return read(async ({ db }) => {
      const { data, total } = await recentHires(db, session, hired, rowsOf(input))
      return { data, pagination: paginationOf(total, input) }
    })
  })

  // No leave is kept yet, so nobody is known to be away.
  route(api, home.absentUsers, async (_, input) => ({ data: [], pagination: paginationOf(0, input) }))

  route(api, home.inout, ({ read, session, services }) => {
    const day = today(session.zone, services.clock())
    const months = lastMonths(day, movementMonths)
    return read(({ db }) => movements(db, session, months, day))
  })

  route(api, home.firstSteps, ({ read, services }) => read(({ db }) => firstSteps(db, services.clock())))

  route(api, home.documents, ({ read, session, services }) =>
    read(async ({ db }) => ({
      falta_firma_empresa: await waitingForCompany(db, session),
      ...(await openDisagreements(db, session)),
      sin_firmar: await peopleWhoHaveNotSigned(db, session, services.clock()),
      por_vencer: await countLapsing(db, session, today(session.zone, services.clock())),
      publicaciones: await latestPublications(db, session),
    })),
  )
}
