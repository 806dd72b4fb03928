import { z } from 'zod'
import { actions } from '../actions.ts'
import type { SettingTable } from './table.ts'

const own = { group: 'selfservice', action: actions.selfServiceConfiguration } as const

export const selfServiceSettings = {
  /** Whether an address change makes a sworn statement where the law doesn't ask for one. */
  'selfservice.statement': { schema: z.boolean(), default: false, ...own },
  /** Whether somebody approves a picture before others see it. */
  'selfservice.pictures_approved': { schema: z.boolean(), default: false, ...own },
} as const satisfies SettingTable
