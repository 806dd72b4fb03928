import { actions } from '../actions.ts'
import { type ScreenId, type ScreenNeed, screenOf } from './permissions.ts'

export type MenuId =
  | ScreenId
  | 'documentos'
  | 'legajoDigital'
  | 'formularios'
  | 'personalizacion'
  | 'personas'

/** An entry of the side menu. It leads to a screen, or opens others below it. */
export interface MenuPlace {
  /** Its label: a screen's title, or a word of its own. */
  id: MenuId
  screen?: ScreenId
  /** What shows it, where that is more than what opens its screen. */
  need?: ScreenNeed
  /** How the specification calls the group that it stands for. */
  code?: 'menu_3' | 'menu_5' | 'menu_7' | 'menu_8'
  /** A count beside it. */
  badge?: 'inbox'
  /** Who may not open it is told what it is, in a window of its own. */
  popup?: true
  children?: readonly MenuPlace[]
}

export interface MenuSection {
  id: 'principal' | 'gestion' | 'empresa' | 'pie'
  code?: 'menu_4'
  entries: readonly MenuPlace[]
}

const at = (screen: ScreenId, more: Partial<MenuPlace> = {}): MenuPlace => ({ id: screen, screen, ...more })

/** The side menu, top to bottom. What a viewer may not open is not in theirs (`menuFor`). */
export const menuTable: readonly MenuSection[] = [
  {
    id: 'principal',
    entries: [
      at('home'),
      at('employeeslist'),
      {
        id: 'documentos',
        children: [
          at('documentSearch'),
          at('publishPersonal'),
          at('publishMassive'),
          at('publishGeneric'),
          at('signatureReminder'),
          at('publicationNotices'),
          at('undoPublication'),
        ],
      },
      at('fileUploadResume', { badge: 'inbox' }),
    ],
  },
  {
    id: 'gestion',
    entries: [
      at('leave', { code: 'menu_3' }),
      at('leavePolicies', { code: 'menu_8' }),
      { id: 'legajoDigital', screen: 'documentSearch', code: 'menu_7', popup: true },
      { id: 'formularios', children: [at('eformsList'), at('publishedEforms'), at('pickup')] },
      at('workflowList'),
    ],
  },
  {
    id: 'empresa',
    code: 'menu_4',
    entries: [
      at('billboard'),
      at('oblist'),
      at('folderList'),
      at('certificates'),
      at('processManager'),
      {
        id: 'personalizacion',
        children: [
          at('welcomeEmail'),
          at('customEmailsList', { need: [actions.customMails] }),
          at('UpdateLogo'),
          at('UpdateColors'),
        ],
      },
      {
        id: 'personas',
        children: [
          at('managerManagement', { need: [actions.managers] }),
          at('integrationProfile'),
          at('selfServiceConfiguration'),
          at('permissionMatrix'),
        ],
      },
      at('payrollConfig'),
      at('reportsMain', { code: 'menu_5' }),
    ],
  },
  { id: 'pie', entries: [at('generalSettings', { need: [actions.generalSettings] })] },
]

/** What shows an entry that leads to a screen. */
export function needOf(place: MenuPlace): ScreenNeed | null {
  return place.need ?? (place.screen ? screenOf(place.screen).need : null)
}

/** The menu of somebody, by what they may: an entry with children shows if any of them does. */
export function menuFor(may: (need: ScreenNeed) => boolean): MenuSection[] {
  return menuTable
    .map((section) => ({ ...section, entries: section.entries.flatMap((place) => shown(place, may)) }))
    .filter(({ entries }) => entries.length > 0)
}

function shown(place: MenuPlace, may: (need: ScreenNeed) => boolean): MenuPlace[] {
  if (place.children) {
    const children = place.children.flatMap((child) => shown(child, may))
    return children.length > 0 ? [{ ...place, children }] : []
  }
  const need = needOf(place)
  if (need && may(need)) return [place]
  if (!place.popup) return []
  const { screen: _, ...told } = place
  return [told]
}
