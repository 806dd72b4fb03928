import { home } from '#contract/home.ts'
import { type Api, route } from '../../shared/route.ts'
import {
  latestPublications,
  openDisagreements,
  peopleWhoHaveNotSigned,
  waitingForCompany,
} from './queries.ts'

export function registerHome(api: Api): void {
  route(api, home.documents, ({ read, session }) =>
    read(async ({ db }) => ({
      falta_firma_empresa: await waitingForCompany(db, session),
      no_conforme: await openDisagreements(db, session),
      sin_firmar: await peopleWhoHaveNotSigned(db, session),
      publicaciones: await latestPublications(db, session),
    })),
  )
}
