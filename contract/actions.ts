/**
 * The numeric action ids of the product, by name. Every check of permissions (calls, routes, menu entries) uses these
 * names, never a bare number.
 */
export const actions = {
  employeeAdministration: 1,
  documentSearch: 3,
  personalPublishing: 4,
  processManager: 5,
  employees: 7,
  publicationNotices: 19,
  digitalForms: 23,
  undoPublication: 30,
  reports: 38,
  generalSettings: 40,
  customMails: 41,
  billboard: 44,
  managers: 45,
  signatureReminder: 50,
  publishedForms: 62,
  leaveRequests: 71,
  onboardingCreate: 73,
  onboardingEdit: 74,
  taskInbox: 78,
  folders: 82,
  leavePolicies: 86,
  certificates: 104,
  massivePublishing: 105,
  integrationProfiles: 106,
  brand: 109,
  welcomeMail: 110,
  selfServiceConfiguration: 200,
  genericPublishing: 302,
  externalTasksManager: 305,
  externalDashboard: 308,
  documentDetail: 309,
  supportChat: 316,
} as const

export type ActionId = (typeof actions)[keyof typeof actions]

/**
 * The permission that a call requires: anybody; any session, for its own data; an employee's session at /e/, for its
 * own rows; a management session at /s/; or a management session that holds one of these actions.
 */
export type Need = 'public' | 'session' | 'self' | 'hr' | readonly [ActionId, ...ActionId[]]

/** The facts about a session that a guard checks. `audience` is the site it was opened for. */
export interface Standing {
  audience: 's' | 'e'
  actions: readonly number[]
}

/** Whether somebody of this standing (null: no session) satisfies the need. The only place that decides it. */
export function satisfies(need: Need, standing: Standing | null): boolean {
  if (need === 'public') return true
  if (!standing) return false
  if (need === 'session') return true
  if (need === 'self') return standing.audience === 'e'
  if (standing.audience !== 's') return false
  return need === 'hr' || need.some((action) => standing.actions.includes(action))
}
