import { ActionIcon, Button, Checkbox, Progress } from '@mantine/core'
import { IconArrowsExchange, IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { documents } from '#contract/documents/documents.ts'
import { longestReason } from '#contract/documents/acts.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import {
  type MisplacedDocument,
  mostMoved,
  type PublicationSetup,
  publishing,
} from '#contract/publishing/publishing.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { CertificateFields, useSigns } from '#web/shared/documents/CertificateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, CheckField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { monthText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Misplaced.module.css'

// It brings pdf.js, which only somebody who looks at a document needs.
const PdfView = lazy(() =>
  import('#web/shared/documents/PdfView.tsx').then(({ PdfView }) => ({ default: PdfView })),
)

/** Documents that the dialog shows and moves; what is left comes after them. */
const shown = 100

/** Documents that came under a number which is no longer the employee's; none for who may not move them. */
export function useMisplaced(employee: number) {
  const enabled = useMay(publishing.move.need)
  return useCall(publishing.misplaced, { empleado: employee, perPage: shown }, { enabled })
}

/** Offers to move an employee's misplaced documents. Nothing where there are none. */
export function Misplaced({ record }: { record: EmployeeRecord }) {
  const { t } = useWords('employees-record')
  const [open, setOpen] = useState(false)
  const total = useMisplaced(record.id).data?.pagination.total ?? 0
  if (total === 0 && !open) return null
  return (
    <div className={`${style.offer} row wrap`}>
      <IconArrowsExchange size={18} aria-hidden />
      <span>{t('mover.hay', { count: total, n: numberText(total) })}</span>
      <Button
        className={style.open ?? ''}
        variant="subtle"
        color="accent"
        size="compact-sm"
        onClick={() => setOpen(true)}
      >
        {t('mover.ver')}
      </Button>
      {open && <MisplacedDialog record={record} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** The list of misplaced documents, each with its person, and the form that moves the chosen ones. */
export function MisplacedDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords('employees-record')
  const found = useMisplaced(record.id)
  const setup = useCall(publishing.setup, {})
  const [moved, setMoved] = useState(0)
  const [busy, setBusy] = useState(false)
  const rows = found.data?.data.documentos ?? []
  const certificates = setup.data?.certificados
  return (
    <Dialog opened onClose={onClose} title={t('mover.titulo')} size="48rem" locked={busy}>
      {found.data && rows.length === 0 ? (
        <p role="status">{t('mover.ninguno')}</p>
      ) : (
        <MoveForm
          // Begun anew after each act, and once it is known what can sign.
          key={`${moved} ${found.isPending} ${certificates === undefined}`}
          rows={rows}
          certificates={certificates ?? []}
          total={found.data?.data.se_mueven ?? 0}
          moved={moved}
          loading={found.isPending || setup.isPending}
          error={found.error ?? setup.error}
          onRetry={() => void (found.error ? found.refetch() : setup.refetch())}
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
  certificates: PublicationSetup['certificados']
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

function MoveForm({ rows, certificates, total, moved, onBusy, onMoved, onClose, ...state }: FormProps) {
  const { t } = useWords('employees-record')
  const refresh = useRefresh()
  const maySee = useMay(documents.view.need)
  const [seen, see] = useState<MisplacedDocument | null>(null)
  const movable = rows.filter(({ para }) => para !== null).slice(0, mostMoved)
  const form = useForm(publishing.move, {
    initial: {
      ids: [],
      motivo: t('mover.motivoPropuesto'),
      notificar: true,
      // The signatures stay with the annulled documents: the company's is asked for again where all had it.
      firma_empresa: certificates.length > 0 && movable.length > 0 && movable.every(({ firmado }) => firmado),
    },
    onDone: async (made) => {
      const isLast = made.length >= total
      await refresh(publishing.misplaced, documents.list, employment.documentsCount)
      toast({ text: t('mover.hecho', { count: made.length, n: numberText(made.length) }) })
      onMoved(made.length, isLast)
    },
  })
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  const ids = (form.values.ids ?? []) as number[]
  const choose = (id: number, chosen: boolean) =>
    form.set('ids', chosen ? [...ids, id] : ids.filter((one) => one !== id))
  const signs = useSigns(form)
  const signed = rows.filter(({ id, firmado }) => firmado && ids.includes(id)).length
  const all = movable.length > 0 && movable.every(({ id }) => ids.includes(id))
  return (
    <FormShell
      form={form}
      modal
      wide
      {...state}
      foot={t('mover.final')}
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
      <div className={style.sides} data-seen={seen ? true : undefined}>
        <div className={style.list} role="group" aria-label={t('mover.titulo')}>
          <Checkbox
            checked={all}
            indeterminate={!all && ids.length > 0}
            disabled={movable.length === 0 || form.busy}
            label={t('mover.todos', { n: numberText(movable.length) })}
            onChange={() => form.set('ids', all ? [] : movable.map(({ id }) => id))}
            data-autofocus
          />
          {rows.map((row) => (
            <div key={row.id} className="flex apart gap-8">
              <Checkbox
                checked={ids.includes(row.id)}
                disabled={
                  row.para === null || form.busy || (ids.length >= mostMoved && !ids.includes(row.id))
                }
                onChange={(event) => choose(row.id, event.currentTarget.checked)}
                label={nameOf(row)}
                description={
                  <>
                    {row.para ? t('mover.para', { nombre: row.para.nombre }) : t('mover.nadie')}{' '}
                    <TaxId value={row.cuil} />
                    {row.conocido && (
                      <>
                        <br />
                        {t('mover.conocido')}
                      </>
                    )}
                  </>
                }
              />
              {maySee && (
                <ActionIcon
                  aria-label={t('mover.mirar', { documento: nameOf(row) })}
                  aria-pressed={seen?.id === row.id}
                  onClick={() => see(seen?.id === row.id ? null : row)}
                >
                  <IconEye size={18} />
                </ActionIcon>
              )}
            </div>
          ))}
        </div>
        {seen && <Seen key={seen.id} document={seen} />}
      </div>
      <AreaField form={form} name="motivo" label={t('mover.motivo')} most={longestReason} />
      <CheckField
        form={form}
        name="firma_empresa"
        label={t('mover.firma')}
        help={signed > 0 ? t('mover.firmados', { count: signed, n: numberText(signed) }) : undefined}
        shut={certificates.length === 0 ? t('mover.sinCertificado') : undefined}
      />
      {signs && <CertificateFields form={form} certificates={certificates} />}
      <CheckField form={form} name="notificar" label={t('mover.avisar')} />
    </FormShell>
  )
}

/** The file as it came, which is what is published again. */
function Seen({ document }: { document: MisplacedDocument }) {
  const pdf = useCall(documents.view, { a: document.id, b: 1 })
  return (
    <div className={style.seen}>
      <Suspense>
        <PdfView answer={pdf} name={nameOf(document)} as="preview" />
      </Suspense>
    </div>
  )
}

function nameOf({ tipo, periodo }: MisplacedDocument): string {
  return periodo ? `${tipo.nombre}, ${monthText(periodo)}` : tipo.nombre
}
