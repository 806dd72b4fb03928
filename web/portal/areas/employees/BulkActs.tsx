import { Button } from '@mantine/core'
import { IconKey, IconMail, IconTableExport, IconUserX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { account, mostPrinted } from '#contract/account/account.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment, mostEnded } from '#contract/employees/employment.ts'
import { reasonsFor } from '#contract/employees/states.ts'
import { processes } from '#contract/processes/processes.ts'
import { employeeSelection } from '#contract/employees/selection.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, SelectField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './EmployeeActs.module.css'

interface Props {
  ids: readonly string[]
  onClear: () => void
}

/** The acts on selected employees: invitations, printed codes, the end of their stay. */
export function BulkActs({ ids, onClear }: Props) {
  const { t } = useWords(['employees', 'employees-ends'])
  const [asking, setAsking] = useState<'invite' | 'codes' | 'end' | null>(null)
  const people = ids.map(Number)
  const close = () => setAsking(null)
  const administers = useMay(employees.inviteMany.need)
  const csv = useAct(() => call(employeeSelection.csv, { ids: people }), {
    onDone: (file) => saveFile(file, 'colaboradores.csv'),
  })
  const button = (name: 'invite' | 'codes' | 'end', icon: ReactNode, most = Infinity) => (
    <Button variant="subtle" leftSection={icon} disabled={ids.length > most} onClick={() => setAsking(name)}>
      {t(`varios.${name}`)}
    </Button>
  )
  const limits = [
    ['codes', mostPrinted],
    ['end', mostEnded],
  ] as const
  const limited = limits.filter(([name, most]) => ids.length > most && (administers || name === 'end'))
  return (
    <>
      {administers && button('invite', <IconMail size={18} aria-hidden />)}
      {administers && button('codes', <IconKey size={18} aria-hidden />, mostPrinted)}
      {button('end', <IconUserX size={18} aria-hidden />, mostEnded)}
      <Button
        variant="subtle"
        leftSection={<IconTableExport size={18} aria-hidden />}
        loading={csv.busy}
        onClick={() => csv.run()}
      >
        {t('employees-ends:csv')}
      </Button>
      {limited.length > 0 && (
        <span>
          {limited
            .map(([name, most]) =>
              t('varios.demasiados', { acto: t(`varios.${name}`), maximo: numberText(most) }),
            )
            .join(' ')}
        </span>
      )}
      {asking === 'invite' && <InviteDialog ids={people} onClose={close} onDone={onClear} />}
      {asking === 'codes' && <CodesDialog ids={people} onClose={close} onDone={onClear} />}
      {asking === 'end' && <EndManyDialog ids={people} onClose={close} onDone={onClear} />}
    </>
  )
}

interface DialogProps {
  ids: number[]
  onClose: () => void
  onDone: () => void
}

/** Why it isn't known whom an act would reach. */
function Unknown({ error }: { error: unknown }) {
  const errorText = useErrorText()
  return (
    <p role="alert" className="bad">
      {errorText(error)}
    </p>
  )
}

/** Invites those of the selected who wait for it. Their mails go out in the background. */
function InviteDialog({ ids, onClose, onDone }: DialogProps) {
  const { t } = useWords('employees')
  const { data, error } = useCall(employees.selection, { ids })
  const count = data?.por_invitar ?? 0
  const counted = (n: number) => ({ count: n, n: numberText(n) })
  return (
    <ConfirmDialog
      title={t('varios.invitarTitulo')}
      submit={t('varios.invitarEnviar', counted(count))}
      act={() => call(employees.inviteMany, { ids })}
      done={({ personas }) => t('varios.invitarHecho', counted(personas))}
      refresh={[employees.list, processes.list]}
      shut={count === 0}
      onDone={onDone}
      onClose={onClose}
    >
      {error && <Unknown error={error} />}
      {data && (
        <>
          <p>{count > 0 ? t('varios.invitarTexto', counted(count)) : t('varios.invitarNadie')}</p>
          <p className="second">
            {data.ya_ingresaron > 0 && `${t('varios.yaIngresaron', counted(data.ya_ingresaron))} `}
            {data.sin_correo > 0 && t('varios.sinCorreo', counted(data.sin_correo))}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Prints a code for those of the selected who have no mail, all in one PDF. */
function CodesDialog({ ids, onClose, onDone }: DialogProps) {
  const { t } = useWords('employees')
  const { data, error } = useCall(employees.selection, { ids })
  const count = data?.para_codigo ?? 0
  const counted = (n: number) => ({ count: n, n: numberText(n) })
  return (
    <ConfirmDialog
      title={t('varios.codigosTitulo')}
      submit={t('varios.codigosHacer', counted(count))}
      act={(options) => call(account.printCodes, { ids }, options)}
      proves={account.printCodes.stepUp}
      done={t('varios.codigosHecho', counted(count))}
      shut={count === 0}
      onDone={(file) => {
        saveFile(file, 'codigos.pdf')
        onDone()
      }}
      onClose={onClose}
    >
      {error && <Unknown error={error} />}
      {data && (
        <>
          <p>{count > 0 ? t('varios.codigosTexto', counted(count)) : t('varios.codigosNadie')}</p>
          <p className="second">
            {t('varios.codigosAbren')}{' '}
            {data.personas > count && t('varios.codigosOtros', counted(data.personas - count))}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Ends the stay of the selected on one day, all or none. */
function EndManyDialog({ ids, onClose, onDone }: DialogProps) {
  const { t } = useWords('employees')
  const { company } = useViewer()
  const refresh = useRefresh()
  const { data } = useCall(employees.selection, { ids }, { enabled: useMay(employees.selection.need) })
  const count = ids.length
  const counted = { count, n: numberText(count) }
  const form = useForm(employment.endMany, {
    initial: { ids, fechabaja: company.hoy },
    onDone: async ({ personas }) => {
      onDone()
      onClose()
      await refresh(employees.list, employees.totals)
      toast({ text: t('varios.bajaHecha', { count: personas, n: numberText(personas) }) })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('varios.bajaTitulo', counted)} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('varios.bajaEnviar', counted)}
        shut={data && data.gestionan > 0 ? t('varios.bajaGestionan', { count: data.gestionan }) : undefined}
        onCancel={onClose}
        modal
        dangerous
      >
        <p className={style.said}>{t('baja.queda')}</p>
        <SelectField
          form={form}
          name="motivo"
          label={t('baja.motivo')}
          data={reasonsFor('active').map((value) => ({ value, label: t(`motivo.${value}`) }))}
        />
        <DateField form={form} name="fechabaja" label={t('baja.dia')} />
        <AreaField
          form={form}
          name="observaciones"
          label={t('baja.observaciones')}
          help={t('baja.observacionesAyuda')}
          most={255}
        />
      </FormShell>
    </Dialog>
  )
}
