import type { ScreenId } from '../permissions/permissions.ts'

interface LegacyPath {
  screen: ScreenId
  /** Where `id` in its query leads instead. */
  withId?: ScreenId
  /** Query parameters that are kept. */
  carries?: readonly string[]
}

const search = ['buscar', 'tipo', 'periodo', 'estado', 'carpeta', 'sector', 'locacion'] as const

/** Addresses of the portal before this one, at the root of the host, and the screens that took their place. */
export const legacyPaths = {
  '/usuario.am': { screen: 'employeeslist', withId: 'Employee', carries: ['buscar', 'estado'] },
  '/recordatorio.usuarios': { screen: 'signatureReminder' },
  '/search': { screen: 'documentSearch', carries: search },
  '/carga.recibos': { screen: 'publishMassive' },
  '/carga.archivo': { screen: 'publishPersonal' },
  '/publicacion.notificaciones': { screen: 'publicationNotices' },
  '/deshacer.publicacion': { screen: 'undoPublication' },
  '/administrador.procesos': { screen: 'processManager' },
  '/eforms': { screen: 'eformsList' },
  '/buscador.eforms': { screen: 'publishedEforms' },
  '/gestion.licencias': { screen: 'leave' },
  '/reports/main': { screen: 'reportsMain' },
  '/salir': { screen: 'salir' },
} as const satisfies Record<string, LegacyPath>

/** Where a legacy address leads, below /s, with what of its query is still known. */
export function legacyTarget(path: keyof typeof legacyPaths, query: Readonly<Record<string, unknown>>) {
  const legacy: LegacyPath = legacyPaths[path]
  const id = /^[1-9]\d{0,15}$/.exec(textOf(query['id']))?.[0]
  const carried = (legacy.carries ?? []).flatMap((name) => {
    const value = textOf(query[name])
    return value ? [[name, value]] : []
  })
  const withQuery = carried.length > 0 ? `?${new URLSearchParams(carried)}` : ''
  return legacy.withId && id ? { screen: legacy.withId, id } : { screen: legacy.screen, query: withQuery }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
