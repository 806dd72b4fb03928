import { employeeRights } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'

/** The calls whose answers change with somebody's rights or stay. */
export const changedWithEmployee = [
  employees.one,
  employees.list,
  employees.totals,
  employeeRights.ofUser,
  employment.documentsCount,
  employment.rules,
  publishing.misplaced,
  employment.stay,
]

/** Answers a function that asks again for whatever shows somebody, after an act on them. */
export function useChanged(): () => Promise<void> {
  const refresh = useRefresh()
  return () => refresh(...changedWithEmployee)
}
