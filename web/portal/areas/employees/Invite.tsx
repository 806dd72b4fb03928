import { Button } from '@mantine/core'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employees } from '#contract/employees/employees.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Mails an invitation to somebody who never signed in. */
export function Invite({ record, small = false }: { record: EmployeeRecord; small?: boolean }) {
  const { t } = useWords('employees')
  const may = useMay(employees.invite.need)
  const invite = useAct(employees.invite, {
    refresh: [employees.one],
    done: t('ahora.invitado', { mail: record.mail }),
  })
  if (!may || record.estado === 'inactive') return null
  return (
    <Button
      {...(small && { size: 'compact-sm', mt: 8 })}
      loading={invite.busy}
      onClick={() => invite.run({ id: record.id })}
    >
      {t(record.invitacion_vence ? 'ahora.invitarOtraVez' : 'ahora.invitar')}
    </Button>
  )
}
