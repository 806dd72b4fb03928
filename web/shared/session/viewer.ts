import { createContext, useContext } from 'react'
import { satisfies, type Need } from '#contract/actions.ts'
import { company as companyCalls, type CompanyCard } from '#contract/company/company.ts'
import { account } from '#contract/account/account.ts'
import { session, type Profile } from '#contract/session/session.ts'
import { keepBrand, logoAddress } from '../look/brand.ts'
import { call } from '../calls/call.ts'
import { keepUser } from './session.ts'
import { keepActions, keepNavBar } from './frame-storage.ts'
import { titlesNameCompany } from '../pages/usePageTitle.ts'

/** The viewer, their company and their rights, as answered by the server, never as stored. */
export interface Viewer {
  profile: Profile
  company: CompanyCard
  actions: readonly number[]
  /** Whether the company's payroll integration is active, which opens its screen. */
  payroll: boolean
}

/** Loads the viewer. Throws the errors of its calls. */
export async function loadViewer(): Promise<Viewer> {
  const [profile, company, actions] = await Promise.all([
    call(account.profile, {}),
    call(companyCalls.current, {}),
    call(session.actions, {}),
  ])
  const ids = actions.map(({ id }) => id)
  keepUser(profile)
  keepNavBar(profile, logoAddress(company))
  keepBrand({ ...company, primario: company.colores.primario })
  titlesNameCompany(company.nombre)
  keepActions(ids)
  return { profile, company, actions: ids, payroll: false }
}

/** Whether a viewer satisfies what a call, a route or a menu entry needs. */
export function may(viewer: Viewer, need: Need): boolean {
  return satisfies(need, { audience: viewer.profile.sitio, actions: viewer.actions })
}

export const ViewerContext = createContext<Viewer | null>(null)

/** Asks for what the page's own screens change of the viewer and draws it: the company in the portal, the person at /e/. */
export const ViewerRenewal = createContext<() => Promise<void>>(() => Promise.resolve())

/** The viewer of the page: name, company, zone (`company.zona`), today (`company.hoy`). */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('Outside of a signed-in page')
  return viewer
}

/** Whether the viewer may: `useMay(certificates.create.need)`. Hide or explain what they may not. */
export function useMay(need: Need): boolean {
  return may(useViewer(), need)
}
