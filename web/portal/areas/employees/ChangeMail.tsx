import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { accesses } from '#contract/account/access.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employees } from '#contract/employees/employees.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './RecordSection.module.css'

/** Changes the address that opens an employee's account, which is more than a fact of their record. */
export function ChangeMail({ record }: { record: EmployeeRecord }) {
  const { t } = useWords('employees')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button className={style.edit ?? ''} variant="subtle" size="compact-sm" onClick={open}>
        {t('correo.cambiar')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('correo.titulo')}>
        <ChangeMailForm record={record} onClose={close} />
      </Dialog>
    </>
  )
}

function ChangeMailForm({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords('employees')
  const refresh = useRefresh()
  const form = useForm(employees.changeMail, {
    initial: { id: record.id, mail: record.mail ?? '' },
    onDone: async () => {
      await refresh(employees.one, accesses.of)
      toast({ text: t('correo.hecho') })
      onClose()
    },
  })
  return (
    <FormShell
      form={form}
      modal
      loading={false}
      error={null}
      submit={t('correo.guardar')}
      shut={form.values.mail === (record.mail ?? '') ? t('correo.igual') : undefined}
      onCancel={onClose}
    >
      <p className={`second ${style.none}`}>{t(record.mail ? 'correo.texto' : 'correo.textoNuevo')}</p>
      <TextField form={form} name="mail" label={t('campo.mail')} inputMode="email" first />
    </FormShell>
  )
}
