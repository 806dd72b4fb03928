import { type ActionId, actions, type Need, satisfies, type Standing } from '../actions.ts'

/** The permission to open a screen: as for a call, or an active payroll integration of the company. */
export type ScreenNeed = Need | 'payroll'

/** The facts that a guard of screens checks: the session, and whether the payroll integration is active. */
export interface ScreenStanding extends Standing {
  payroll: boolean
}

/** Whether somebody of this standing may open what has this need. The only place that decides it. */
export function opens(need: ScreenNeed, standing: ScreenStanding | null): boolean {
  if (need !== 'payroll') return satisfies(need, standing)
  return satisfies('hr', standing) && standing?.payroll === true
}

export interface Screen {
  /** Its address below /s, with named parameters. */
  path: string
  need: ScreenNeed
  /** A screen without content: it redirects to the first of these screens that the viewer may open. */
  to?: readonly string[]
  /**
   * Holders of this action are sent to an external application instead, where the installation configures its address.
   */
  leaves?: { action: ActionId; address: ExternalAddress }
}

/** External applications behind /v3/ whose address an installation may configure. */
export const externalAddresses = {
  dashboard: '/v3/dashboard',
  tasks: '/v3/tasks-manager',
  account: '/v3/user/self-service/mail-edit',
} as const
export type ExternalAddress = keyof typeof externalAddresses

const a = actions

/**
 * Every address of the portal with what opens it: routes, menu, links and docs/permissions.md are made of this. The
 * ids with capitals, and those in one word, are the names of routes that the specification gives. A child needs
 * its own need only, never its parent's.
 */
export const screens = {
  login: { path: '/login', need: 'public' },
  authSso: { path: '/redirect/authSSO/', need: 'public' },
  authToken: { path: '/redirect/auth-token/', need: 'public' },
  companyLogin: { path: '/:company', need: 'public' },
  Error403: { path: '/403/', need: 'public' },
  Error404: { path: '/404/', need: 'public' },
  error404H: { path: '/404H/', need: 'public' },
  error404NH: { path: '/404NH/', need: 'public' },
  salir: { path: '/salir', need: 'public' },

  root: { path: '/', need: 'hr', to: ['home'] },
  Redirect: { path: '/redirect', need: 'hr' },
  home: { path: '/home', need: 'hr', leaves: { action: a.externalDashboard, address: 'dashboard' } },
  mainDocumentPage: { path: '/MainDocumentPage', need: 'hr' },
  mainBusinessPage: { path: '/MainBusinessPage', need: 'hr' },
  help: { path: '/help', need: 'hr' },
  helpPage: { path: '/help/:page', need: 'hr' },
  account: { path: '/account', need: 'hr' },
  security: { path: '/security', need: 'hr' },
  evidence: { path: '/security/evidence', need: [a.employeeAdministration] },
  permissionMatrix: { path: '/security/permissions', need: [a.generalSettings] },

  employees: { path: '/employees', need: [a.employees], to: ['employeeslist'] },
  employeeslist: { path: '/employees/list', need: [a.employees] },
  UsuarioAM: { path: '/usuario.am', need: [a.employees], to: ['employeeslist'] },
  employeeCreate: { path: '/employees/create', need: [a.employeeAdministration] },
  employeesImport: { path: '/employees/import', need: [a.employeeAdministration] },
  employeeImport: { path: '/employees/import/:id', need: [a.employeeAdministration] },
  Unsubscribe: { path: '/employees/unsubscribe', need: [a.employees] },
  unsubscription: { path: '/employees/unsubscribe/:id', need: [a.employees] },
  declined: { path: '/employees/declined', need: [a.employees] },
  integrationProfile: { path: '/employees/integration-profile', need: [a.integrationProfiles] },
  Employee: { path: '/employee/:id', need: [a.employees] },
  printedCode: { path: '/employee/:id/code', need: [a.employeeAdministration] },
  viewAs: { path: '/employee/:id/view', need: [a.documentDetail] },
  workflow: { path: '/workflow', need: [a.employees], to: ['workflowList'] },
  workflowList: { path: '/workflow/list', need: [a.employees] },
  workflowOne: { path: '/workflow/:id', need: [a.employees] },
  workflowCreate: { path: '/workflow/create', need: [a.employees] },

  documents: {
    path: '/documents',
    need: 'hr',
    to: [
      'documentSearch',
      'publishPersonal',
      'publishMassive',
      'publishGeneric',
      'signatureReminder',
      'publicationNotices',
      'undoPublication',
      'home',
    ],
  },
  documentSearch: { path: '/documents/search', need: [a.documentSearch] },
  documentDetail: { path: '/documents/detail/:id', need: [a.documentDetail] },
  disagreements: { path: '/documents/disagreements', need: [a.documentSearch] },
  publishPersonal: { path: '/documents/publish/personal', need: [a.personalPublishing] },
  publishGeneric: { path: '/documents/publish/generic', need: [a.genericPublishing] },
  publishMassive: { path: '/documents/publish/massive', need: [a.massivePublishing] },
  signatureReminder: { path: '/documents/publish/signature-reminder', need: [a.signatureReminder] },
  publicationNotices: { path: '/documents/publish/notifications', need: [a.publicationNotices] },
  undoPublication: { path: '/documents/publish/undo', need: [a.undoPublication] },
  fileUploadResume: {
    path: '/fileUploadResume',
    need: [a.taskInbox],
    leaves: { action: a.externalTasksManager, address: 'tasks' },
  },

  leave: { path: '/leave', need: [a.leaveRequests] },
  leavePolicies: { path: '/leave/policies', need: [a.leavePolicies] },
  eformsList: { path: '/eforms/list', need: [a.digitalForms] },
  publishedEforms: { path: '/publishedEforms', need: [a.publishedForms] },
  pickup: { path: '/pickup', need: [a.publishedForms] },

  oblist: { path: '/onboarding/list', need: [a.onboardingCreate] },
  OnBoardingCreate: { path: '/onboarding/create', need: [a.onboardingCreate] },
  OnBoardingEdit: { path: '/onboarding/edit/:id', need: [a.onboardingEdit] },
  billboard: { path: '/billboard', need: [a.billboard] },
  BillboardCreate: { path: '/billboard/create', need: [a.billboard] },
  BillboardEdit: { path: '/billboard/edit/:id', need: [a.billboard] },

  folder: { path: '/folder', need: [a.folders], to: ['folderList'] },
  folderList: { path: '/folder/list', need: [a.folders] },
  folderCreate: { path: '/folder/create', need: [a.folders] },
  folderEdit: { path: '/folder/:id', need: [a.folders] },
  subfolder: { path: '/folder/:id/subfolder', need: [a.folders], to: ['subfolderList'] },
  subfolderList: { path: '/folder/:id/subfolder/list', need: [a.folders] },
  subfolderCreate: { path: '/folder/:id/subfolder/create', need: [a.folders] },
  subfolderEdit: { path: '/folder/:id/subfolder/:subfolder', need: [a.folders] },
  certificates: { path: '/certificates', need: [a.certificates] },
  certificateCreate: { path: '/certificates/create', need: [a.certificates] },
  certificateImport: { path: '/certificates/import', need: [a.certificates] },

  Settings: { path: '/company', need: [a.welcomeMail], to: ['welcomeEmail'] },
  welcomeEmail: { path: '/company/welcome-email', need: [a.welcomeMail] },
  processManager: { path: '/company/process-manager', need: [a.processManager] },
  processFollowUp: { path: '/company/process-manager/:id', need: [a.processManager] },
  payrollConfig: { path: '/company/payroll-config', need: 'payroll' },
  customEmails: { path: '/CustomEmails', need: 'hr', to: ['customEmailsList'] },
  customEmailsList: { path: '/CustomEmails/list', need: 'hr' },
  customEmailsEdit: { path: '/CustomEmails/edit', need: 'hr' },
  manager: { path: '/manager', need: 'hr', to: ['managerManagement'] },
  managerManagement: { path: '/manager/management', need: 'hr' },
  selfService: {
    path: '/self-service',
    need: [a.selfServiceConfiguration],
    to: ['selfServiceConfiguration'],
  },
  selfServiceConfiguration: { path: '/self-service/configuration', need: [a.selfServiceConfiguration] },
  UpdateLogo: { path: '/update/logo', need: [a.brand] },
  UpdateColors: { path: '/update/colors', need: [a.brand] },
  generalSettings: { path: '/generalSettings', need: 'hr' },
  reports: { path: '/reports', need: [a.reports], to: ['reportsMain'] },
  reportsMain: { path: '/reports/main', need: [a.reports] },
} as const satisfies Record<string, Screen>

export type ScreenId = keyof typeof screens

/** The screen of an id, as every screen looks. */
export function screenOf(id: ScreenId): Screen {
  return screens[id]
}

/** Every screen with its id, in the table's order. */
export function allScreens(): (Screen & { id: ScreenId })[] {
  return Object.keys(screens).map((id) => ({ id: id as ScreenId, ...screenOf(id as ScreenId) }))
}

/** Which screen an address (path, without query) below /s is of, the one with the fewest names first; null: none. */
export function screenAt(path: string): ScreenId | null {
  const parts = partsOf(path)
  const fitting = allScreens()
    .map(({ id, path: pattern }) => ({ id, own: partsOf(pattern) }))
    .filter(
      ({ own }) =>
        own.length === parts.length && own.every((part, at) => part.startsWith(':') || part === parts[at]),
    )
    .toSorted((x, y) => namesIn(x.own) - namesIn(y.own))
  return fitting[0]?.id ?? null
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')
const namesIn = (parts: string[]) => parts.filter((part) => part.startsWith(':')).length
