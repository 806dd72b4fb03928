import { draftDays } from '#contract/shell/shell.ts'
import type { Area } from '#server/shared/area.ts'
import { registerShell } from './routes.ts'

export const shellArea = {
  name: 'shell',
  routes: registerShell,
  sweeps: [{ table: 'drafts', column: 'saved_at', days: draftDays }],
} satisfies Area
