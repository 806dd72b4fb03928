import { type ActionId, actions } from '../actions.ts'

/** The initial permissions of each kind of profile in a new company, which may change them afterwards. */
export const profileKinds = {
  employee: { type: 1, seesConfidential: false, actions: [] },
  hr: {
    type: 2,
    seesConfidential: true,
    // All of them but those that send a person to an outside application.
    actions: Object.values(actions).filter(
      (id) =>
        id !== actions.externalTasksManager && id !== actions.externalDashboard && id !== actions.supportChat,
    ),
  },
  limited: {
    type: 2,
    seesConfidential: false,
    actions: [
      actions.employees,
      actions.employeeAdministration,
      actions.documentSearch,
      actions.documentDetail,
      actions.personalPublishing,
      actions.signatureReminder,
      actions.taskInbox,
    ],
  },
  manager: {
    type: 2,
    seesConfidential: false,
    actions: [actions.employees, actions.documentSearch, actions.documentDetail],
  },
  /** Decides what names its holder, and manages nothing. */
  leave_approver: { type: 3, seesConfidential: false, actions: [] },
  certificate_holder: { type: 3, seesConfidential: false, actions: [] },
} as const satisfies Record<
  string,
  { type: 1 | 2 | 3; seesConfidential: boolean; actions: readonly ActionId[] }
>

export type ProfileKind = keyof typeof profileKinds

/**
 * The kind of profile that names an outside application and allows no action. The operator makes as many as a company
 * has applications; a new company has none.
 */
export const integrationKind = { kind: 'integration', type: 3 } as const
