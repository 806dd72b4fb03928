import { employeeRights } from '#contract/employee-rights.ts'
import { employees } from '#contract/employees.ts'
import { employment } from '#contract/employment.ts'
import { useRefresh } from '#web/shared/useCall.ts'

/** Answers a function that asks again for whatever shows somebody, after an act on them. */
export function useChanged(): () => Promise<void> {
  const refresh = useRefresh()
  return () =>
    refresh(employees.one, employees.list, employees.totals, employeeRights.ofUser, employment.documentsCount)
}
