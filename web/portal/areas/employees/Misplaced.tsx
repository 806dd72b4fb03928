import { Button, Checkbox, Progress } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/documents.ts'
import { longestReason } from '#contract/documents/acts.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { type MisplacedDocument, mostMoved, publishing } from '#contract/publishing/publishing.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, CheckField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { monthText, numberText } from '#web/shared/texts/texts.ts'
import style from './Misplaced.module.css'

/** Documents that the dialog shows and moves; what is left comes after them. */
const shown = 100

/** Offers to move documents that came under a number which is no longer the employee's. Nothing where there are none. */
export function Misplaced({ record }: { record: EmployeeRecord }) {
  const { t } = useTranslation('employees-record')
  const may = useMay(publishing.move.need)
  const [open, setOpen] = useState(false)
  const found = useCall(publishing.misplaced, { empleado: record.id, perPage: shown }, { enabled: may })
  const total = found.data?.pagination.total ?? 0
  if (!may || (total === 0 && !open)) return null
  return (
    <div className={`${style.offer} row wrap`}>
      <IconArrowsExchange size={18} aria-hidden />
      <span>{t('mover.hay', { count: total, n: numberText(total) })}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('mover.ver')}
      </Button>
      {open && <MisplacedDialog record={record} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** The list of misplaced documents, each with its person, and the form that moves the chosen ones. */
export function MisplacedDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useTranslation('employees-record')
  const found = useCall(publishing.misplaced, { empleado: record.id, perPage: shown })
  const [moved, setMoved] = useState(0)
  const [busy, setBusy] = useState(false)
  const rows = found.data?.data.documentos ?? []
  return (
    <Dialog opened onClose={onClose} title={t('mover.titulo')} locked={busy}>
      {found.data && rows.length === 0 ? (
        <p role="status">{t('mover.ninguno')}</p>
      ) : (
        <MoveForm
          key={moved}
          rows={rows}
          total={found.data?.data.se_mueven ?? 0}
          moved={moved}
          loading={found.isPending}
          error={found.error}
          onRetry={() => void found.refetch()}
          onBusy={setBusy}
          onMoved={(count, isLast) => {
            setMoved(moved + count)
            if (isLast) onClose()
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  rows: readonly MisplacedDocument[]
  /** All that could be moved, shown or not. */
  total: number
  /** How many were moved since the dialog opened. */
  moved: number
  loading: boolean
  error: unknown
  onRetry: () => void
  onBusy: (busy: boolean) => void
  onMoved: (count: number, isLast: boolean) => void
  onClose: () => void
}

function MoveForm({ rows, total, moved, onBusy, onMoved, onClose, ...state }: FormProps) {
  const { t } = useTranslation('employees-record')
  const refresh = useRefresh()
  const form = useForm(publishing.move, {
    initial: { ids: [], motivo: t('mover.motivoPropuesto'), notificar: true },
    onDone: async (made) => {
      const isLast = made.length >= total
      await refresh(publishing.misplaced, documents.list, employment.documentsCount)
      toast({ text: t('mover.hecho', { count: made.length, n: numberText(made.length) }) })
      onBusy(false)
      onMoved(made.length, isLast)
    },
  })
  const ids = (form.values.ids ?? []) as number[]
  const choose = (id: number, chosen: boolean) =>
    form.set('ids', chosen ? [...ids, id] : ids.filter((one) => one !== id))
  const movable = rows.filter(({ para }) => para !== null).slice(0, mostMoved)
  const all = movable.length > 0 && movable.every(({ id }) => ids.includes(id))
  return (
    <FormShell
      form={form}
      modal
      {...state}
      submit={t('mover.enviar', { count: ids.length, n: numberText(ids.length) })}
      shut={ids.length === 0 ? t('mover.elegir') : undefined}
      onCancel={onClose}
      dangerous
    >
      <p>{t('mover.que')}</p>
      {moved > 0 && (
        <div role="status" className="column gap-4">
          <span>{t('mover.avance', { hechos: numberText(moved), total: numberText(moved + total) })}</span>
          <Progress value={(100 * moved) / (moved + total)} aria-label={t('mover.titulo')} />
        </div>
      )}
      <div className={style.list} role="group" aria-label={t('mover.titulo')}>
        <Checkbox
          checked={all}
          indeterminate={!all && ids.length > 0}
          disabled={movable.length === 0 || form.busy}
          label={t('mover.todos', { n: numberText(movable.length) })}
          onChange={() => form.set('ids', all ? [] : movable.map(({ id }) => id))}
        />
        {rows.map((row) => (
          <Checkbox
            key={row.id}
            checked={ids.includes(row.id)}
            disabled={row.para === null || form.busy || (ids.length >= mostMoved && !ids.includes(row.id))}
            onChange={(event) => choose(row.id, event.currentTarget.checked)}
            label={
              <>
                {row.tipo.nombre}
                {row.periodo && `, ${monthText(row.periodo)}`}
              </>
            }
            description={
              <>
                {row.para ? t('mover.para', { nombre: row.para.nombre }) : t('mover.nadie')}{' '}
                <TaxId value={row.cuil} />
                {row.conocido && ` · ${t('mover.conocido')}`}
              </>
            }
          />
        ))}
      </div>
      <AreaField form={form} name="motivo" label={t('mover.motivo')} most={longestReason} />
      <CheckField form={form} name="notificar" label={t('mover.avisar')} />
    </FormShell>
  )
}
