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
  /** The label: a screen's title, or a word of the entry's own. */
  id: MenuId
  screen?: ScreenId
  /** The permission that shows it, where it differs from the screen's. */
  need?: ScreenNeed
  /** The specification's name of the group. */
  code?: 'menu_3' | 'menu_5' | 'menu_7' | 'menu_8'
  /** A count beside it. */
  badge?: 'inbox'
  /** An explanation in a dialog, for viewers who lack `need`; the others have the entry of the screen itself. */
  popup?: true
  children?: readonly MenuPlace[]
}

export interface MenuSection {
  id: 'principal' | 'gestion' | 'empresa' | 'pie'
  code?: 'menu_4'
  entries: readonly MenuPlace[]
}

const at = (screen: ScreenId, more: Partial<MenuPlace> = {}): MenuPlace => ({ id: screen, screen, ...more })

/** The side menu, top to bottom. `menuFor` removes entries that a viewer may not open. */
export const menuTable: readonly MenuSection[] = [
  {
    id: 'principal',
    entries: [
      at('home'),
      at('employeeslist'),
      {
        id: 'documentos',
        children: [
          at('publishMassive'),
          at('publishPersonal'),
          at('publishGeneric'),
          at('documentSearch'),
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
      { id: 'legajoDigital', need: [actions.documentSearch], code: 'menu_7', popup: true },
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

/** The permission that shows an entry of a screen. */
export function needOf(place: MenuPlace): ScreenNeed | null {
  return place.need ?? (place.screen ? screenOf(place.screen).need : null)
}

/** Whether a screen can be shown to a viewer, given the permission that its entry asks. */
export type Shows = (need: ScreenNeed, screen: ScreenId) => boolean

/** The menu for one viewer. An entry with children shows if any of them does; a single child stands for itself. */
export function menuFor(may: (need: ScreenNeed) => boolean, shows: Shows = may): MenuSection[] {
  const shown = (place: MenuPlace): MenuPlace[] => {
    if (place.children) {
      const children = place.children.flatMap(shown)
      return children.length > 1 ? [{ ...place, children }] : children
    }
    const need = needOf(place)
    if (!need) return []
    if (place.popup) return may(need) ? [] : [place]
    return place.screen && shows(need, place.screen) ? [place] : []
  }
  return menuTable
    .map((section) => ({ ...section, entries: section.entries.flatMap(shown) }))
    .filter(({ entries }) => entries.length > 0)
}
