import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import {
  accountNumbers,
  bankFields,
  type EmployeeRecord,
  isAccountNumber,
} from '#contract/employees/record.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFieldLabel } from './record.tsx'
import style from './RecordSection.module.css'

type Account = AnswerOf<typeof employees.bankAccount>

/** Shows the whole numbers of a bank account after the password, in a dialog that forgets them when it closes. */
export function BankAccount({ record }: { record: EmployeeRecord }) {
  const { t } = useWords(['employees-record', 'words'])
  const mayShow = useMay(employees.bankAccount.need)
  const [asking, setAsking] = useState(false)
  const [account, setAccount] = useState<Account | null>(null)
  if (!mayShow || accountNumbers.every((name) => !record[name])) return null
  const nombre = `${record.nombre} ${record.apellido}`
  return (
    <>
      <Button
        className={style.edit ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('cuenta.ver')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('cuenta.titulo')}
          submit={t('cuenta.titulo')}
          act={(options) => call(employees.bankAccount, { id: record.id }, options)}
          proves={employees.bankAccount.stepUp}
          onDone={(answer) => setAccount(answer)}
          onClose={() => setAsking(false)}
        >
          <p>{t('cuenta.queda', { nombre })}</p>
        </ConfirmDialog>
      )}
      {account && (
        <Dialog
          opened
          onClose={() => setAccount(null)}
          title={t('cuenta.de', { nombre })}
          foot={
            <Button variant="filled" size="sm" onClick={() => setAccount(null)} data-autofocus>
              {t('words:accion.cerrar')}
            </Button>
          }
        >
          <WholeAccount account={account} />
        </Dialog>
      )}
    </>
  )
}

function WholeAccount({ account }: { account: Account }) {
  const { t } = useWords('employees')
  const label = useFieldLabel()
  const facts = bankFields.flatMap((name) => {
    const value = account[name]
    if (!value) return []
    const isNumber = isAccountNumber(name)
    const shown = isNumber ? (
      <span className="figures">
        {value} <CopyButton value={value} label={t('copiar', { que: label(name) })} />
      </span>
    ) : (
      value
    )
    return [[label(name), shown] as const]
  })
  return <Facts of={facts} />
}
