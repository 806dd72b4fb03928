import {
  IconBeach,
  IconBuildingBank,
  IconCalendarStats,
  IconCertificate,
  IconChartBar,
  IconFileText,
  IconFolders,
  IconForms,
  IconHome,
  IconInbox,
  IconPalette,
  IconProgress,
  IconRoute,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconSpeakerphone,
  IconUserPlus,
  IconUsers,
  IconFolderOpen,
  type Icon,
} from '@tabler/icons-react'
import {
  type MenuId,
  type MenuPlace,
  type MenuSection,
  menuFor,
  type Shows,
} from '#contract/permissions/menu.ts'
import { type ScreenId, screenAt, screenOf } from '#contract/permissions/permissions.ts'
import { mayOpen } from './may-open.ts'
import type { Viewer } from '../session/viewer.ts'

export interface MenuEntry {
  /** Its label is `t('shell-screens:' + id)`. */
  id: MenuId
  icon: Icon
  /** Its address; an entry with children has the first one's. Null: it only opens an explanation (`popup`). */
  to: string | null
  /** The specification's name of the group. */
  code: MenuPlace['code']
  /** Whether a count of waiting items is shown beside it. */
  badge: boolean
  popup: boolean
  children: MenuEntry[]
}

export interface MenuGroup {
  /** Its label is `t('shell-screens:' + id)`; 'principal' has none, 'pie' is at the foot of the menu. */
  id: MenuSection['id']
  entries: MenuEntry[]
}

const icons: Partial<Record<MenuId, Icon>> = {
  home: IconHome,
  employeeslist: IconUsers,
  documentos: IconFileText,
  fileUploadResume: IconInbox,
  leave: IconBeach,
  leavePolicies: IconCalendarStats,
  legajoDigital: IconFolderOpen,
  formularios: IconForms,
  workflowList: IconRoute,
  billboard: IconSpeakerphone,
  oblist: IconUserPlus,
  folderList: IconFolders,
  certificates: IconCertificate,
  processManager: IconProgress,
  personalizacion: IconPalette,
  personas: IconSitemap,
  permissionMatrix: IconShieldCheck,
  payrollConfig: IconBuildingBank,
  reportsMain: IconChartBar,
  generalSettings: IconSettings,
}

/** The viewer's menu: only screens that can be shown to them. */
export function menuOf(viewer: Viewer, shows: Shows): MenuGroup[] {
  return menuFor((need) => mayOpen(viewer, need), shows).map(({ id, entries }) => ({
    id,
    entries: entries.map(entry),
  }))
}

function entry(place: MenuPlace): MenuEntry {
  const children = (place.children ?? []).map(entry)
  return {
    id: place.id,
    icon: icons[place.id] ?? IconFileText,
    to: place.screen ? screenOf(place.screen).path : (children[0]?.to ?? null),
    code: place.code,
    badge: place.badge !== undefined,
    popup: place.popup === true,
    children,
  }
}

/** The menu entry that is highlighted for screens without an entry of their own. */
const below: Partial<Record<ScreenId, MenuId>> = {
  Employee: 'employeeslist',
  employeeCreate: 'employeeslist',
  employeesImport: 'employeeslist',
  employeeImport: 'employeeslist',
  Unsubscribe: 'employeeslist',
  unsubscription: 'employeeslist',
  declined: 'employeeslist',
  printedCode: 'employeeslist',
  viewAs: 'employeeslist',
  workflowCreate: 'workflowList',
  workflowOne: 'workflowList',
  documentDetail: 'documentSearch',
  disagreements: 'documentSearch',
  OnBoardingCreate: 'oblist',
  OnBoardingEdit: 'oblist',
  BillboardCreate: 'billboard',
  BillboardEdit: 'billboard',
  folderCreate: 'folderList',
  folderEdit: 'folderList',
  subfolderList: 'folderList',
  subfolderCreate: 'folderList',
  subfolderEdit: 'folderList',
  processFollowUp: 'processManager',
  certificateCreate: 'certificates',
  certificateImport: 'certificates',
  customEmailsEdit: 'customEmailsList',
}

/** The menu's entry that an address (path below /s) belongs to; null where none does. */
export function entryAt(path: string): MenuId | null {
  const screen = screenAt(path)
  return screen && (below[screen] ?? screen)
}
