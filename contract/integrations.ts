import { z } from 'zod'
import { call } from './call.ts'

const flag = z.union([z.literal(0), z.literal(1)])

/** External services that are active for a company; they open some screens and close others. */
export const integrations = {
  check: call({
    method: 'GET',
    path: '/externalapis/vismapeople/check',
    need: 'hr',
    summary: 'Whether an integration of the company is active; 0 for one that it doesn’t have.',
    input: z.object({ service_type: z.string().max(40).default('onboarding') }),
    answer: z.object({ activate: flag }),
  }),
  payroll: call({
    method: 'GET',
    path: '/externalapis/vismapeople/payroll/status',
    need: 'hr',
    summary: 'Whether the company’s payroll integration is active, and salary advances with it.',
    answer: z.object({ activate: flag, salaryAdvance: flag }),
  }),
}
