import { z } from 'zod'

/** The state of a process and its current step. */
export const processStatus = z.enum([
  'in_progress',
  'completed_with_observations',
  'error',
  'successful',
  'cancelled',
])
export type ProcessStatus = z.infer<typeof processStatus>
export const processStep = z.enum([
  'uploaded',
  'reading',
  'preview',
  'signing',
  'waiting_upload',
  'waiting_password',
  'publishing',
  'running',
  'done',
])
export type ProcessStep = z.infer<typeof processStep>
