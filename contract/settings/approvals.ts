import { business, count, type SettingTable } from './table.ts'

export const approvalsSettings = {
  /** Working days after which people who are to decide are reminded. */
  'approvals.remind_after_days': { schema: count(1, 30), default: 2, ...business },
  /** Working days after which Human Resources are told that something still waits. */
  'approvals.tell_hr_after_days': { schema: count(2, 60), default: 5, ...business },
} as const satisfies SettingTable
