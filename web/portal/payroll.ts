import { integrations } from '#contract/integrations.ts'
import { call } from '#web/shared/calls/call.ts'

/** Whether the company's payroll integration is active; where that can't be had, it isn't. */
export function payrollActive(): Promise<boolean> {
  return call(integrations.payroll, {}, { background: true }).then(
    ({ activate }) => activate === 1,
    () => false,
  )
}
