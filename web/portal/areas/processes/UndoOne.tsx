import { Checkbox, Progress, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { longestReason } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { undo, type UndoForeseen } from '#contract/processes/undo.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { StateWord } from '#web/shared/documents/StateWord.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { publicationName } from './publication-name.ts'
import style from './Undo.module.css'

/** How often it is asked how far it is, in milliseconds. */
const pace = 1500

/** The effects of undoing one publication, the people notified, and the act itself. */
export function UndoOne({ id }: { id: number }) {
  const { t } = useWords('processes-undo')
  const [runs, setRuns] = useState(false)
  const answer = useCall(undo.one, { id }, runs ? { every: pace } : {})
  const found = answer.data
  const running = found?.en_curso != null
  if (found && running !== runs) setRuns(running)
  const known = found ? found.leidos + found.firmados : 0
  // Where there is no room for a desk, what stands on it follows the fields.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false
  const list = known > 0 && <Known id={id} count={known} />
  return (
    <FormPage
      back={{ to: paths.undo(), label: t('titulo') }}
      title={found ? publicationName(found) : t('titulo')}
      about={found && t('acto')}
      desk={(!narrow && list) || undefined}
    >
      {answer.error ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !found ? (
        <Skeleton height={200} m={32} w="auto" role="status" aria-label={t('titulo')} />
      ) : found.en_curso ? (
        <div className={`${style.running} column gap-10`} role="status">
          <b className="figures">
            {t('enCurso', {
              hechos: numberText(found.en_curso.hechos),
              total: numberText(found.en_curso.total),
            })}
          </b>
          <Progress value={(100 * found.en_curso.hechos) / found.en_curso.total} aria-label={t('titulo')} />
          <span className="second">{t('sePuedeDejar')}</span>
        </div>
      ) : (
        <>
          {(found.ultimo || found.documentos === 0) && (
            <div className={`${style.one} column gap-16`}>
              {found.ultimo ? (
                <Done ultimo={found.ultimo} />
              ) : (
                <EmptyState title={t('nadaQueda')}>{t('nadaQuedaTexto')}</EmptyState>
              )}
            </div>
          )}
          {found.documentos > 0 && <Foreseen found={found} below={narrow && list} />}
        </>
      )}
    </FormPage>
  )
}

/** The end of the newest undoing. */
function Done({ ultimo }: { ultimo: NonNullable<UndoForeseen['ultimo']> }) {
  const { t } = useWords('processes-undo')
  const { company } = useViewer()
  const { documentos, quien, fecha, motivo } = ultimo
  return (
    <div className={style.done} role="status">
      <IconCircleCheck size={20} aria-hidden />
      <span>
        <b>{t('terminado', { count: documentos, n: numberText(documentos) })}</b>
        <span className="second">
          {t('terminadoPor', { quien, cuando: instantText(fecha, company.zona) })}{' '}
          {t('terminadoMotivo', { motivo })}
        </span>
      </span>
    </div>
  )
}

/** The documents that an undoing would annul, and the way to it. */
function Foreseen({ found, below }: { found: UndoForeseen; below: ReactNode }) {
  const { t } = useWords('processes-undo')
  const { company } = useViewer()
  const known = found.leidos + found.firmados
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  const count = all ? found.documentos : found.sin_leer
  const told = all ? found.correos : 0
  const form = useForm(undo.undo, { initial: { id: found.id, incluir_leidos: all }, onDone: () => undefined })
  const counted = { count, n: numberText(count) }
  return (
    <>
      <FormShell
        // The reason is asked for in the dialog.
        form={{ ...form, check: () => true }}
        loading={false}
        error={null}
        submit={t('abrir', counted)}
        shut={count === 0 ? t('todosLeidos') : undefined}
        foot={<Effect count={count} told={told} />}
        onAsk={() => setAsking(true)}
        isAgainst
      >
        <p className={style.lead}>
          {t('publicadoPor', {
            quien: found.quien,
            cuando: found.publicado ? instantText(found.publicado, company.zona) : '–',
          })}
        </p>
        <dl className={`${style.balance} flex wrap`}>
          <Count label={t('cuenta.vigentes')} value={found.documentos} />
          <Count label={t('cuenta.sin_leer')} value={found.sin_leer} />
          <Count label={t('cuenta.leidos', { count: found.leidos })} value={found.leidos} />
          <Count label={t('cuenta.firmados', { count: found.firmados })} value={found.firmados} />
          {found.anulados > 0 && (
            <Count label={t('cuenta.anulados', { count: found.anulados })} value={found.anulados} />
          )}
        </dl>
        {found.fuera_de_alcance > 0 && (
          <p className={style.lead}>
            {t('fuera', { count: found.fuera_de_alcance, n: numberText(found.fuera_de_alcance) })}
          </p>
        )}
        {known > 0 && (
          <Checkbox
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
            label={t('incluir', { count: known, n: numberText(known) })}
            description={t('incluirAyuda')}
          />
        )}
        {below}
      </FormShell>
      {asking && <UndoDialog found={found} all={all} count={count} onClose={() => setAsking(false)} />}
    </>
  )
}

interface DialogProps {
  found: UndoForeseen
  /** Read and signed documents as well. */
  all: boolean
  count: number
  onClose: () => void
}

/** The last question before annulling: how many, who is told, why, and the password. */
function UndoDialog({ found, all, count, onClose }: DialogProps) {
  const { t } = useWords('processes-undo')
  const refresh = useRefresh()
  const form = useForm(undo.undo, {
    initial: { id: found.id, incluir_leidos: all },
    onDone: async () => {
      await refresh(undo.one)
      onClose()
      void refresh(undo.list, documents.list, documents.totals)
    },
  })
  const told = all ? found.correos : 0
  return (
    <Dialog opened onClose={onClose} title={t('enviar', { count, n: numberText(count) })} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('enviar', { count, n: numberText(count) })}
        onCancel={onClose}
        modal
        dangerous
      >
        <p className={style.lead}>
          <b>{publicationName(found)}.</b> <Effect count={count} told={told} />
        </p>
        <AreaField
          form={form}
          name="motivo"
          label={t('motivo')}
          help={t(all ? 'motivoAyuda' : 'motivoOpcional')}
          most={longestReason}
          first
        />
      </FormShell>
    </Dialog>
  )
}

/** How many documents are annulled, how many people are notified of that, and that it is final. */
function Effect({ count, told }: { count: number; told: number }) {
  const { t } = useWords('processes-undo')
  return (
    <>
      {t('pie.que', { count, n: numberText(count) })}{' '}
      {told > 0 ? t('pie.avisa', { count: told, n: numberText(told) }) : t('pie.noAvisa')}{' '}
      <b>{t('pie.definitiva')}</b>
    </>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{numberText(value)}</dd>
    </div>
  )
}

/** The people who have read or signed documents that would be undone. */
function Known({ id, count }: { id: number; count: number }) {
  const { t } = useWords('processes-undo')
  const { company } = useViewer()
  const opens = useMay(documents.detail.need)
  const [page, setPage] = useState(1)
  const answer = useCall(undo.known, { id, page, perPage: 15 })
  return (
    <section className={style.known} aria-label={t('conocidos')}>
      <h2>
        {t('conocidos')} <span className="quiet figures">{numberText(count)}</span>
      </h2>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton height={200} role="status" aria-label={t('conocidos')} />
      ) : (
        <>
          <ul>
            {answer.data.data.map((row) => {
              const when = row.firmado ?? row.leido
              return (
                <li key={row.id}>
                  <span>
                    {opens ? (
                      <Link to={paths.document(row.id)}>{row.colaborador}</Link>
                    ) : (
                      <b>{row.colaborador}</b>
                    )}
                    <span className="quiet">
                      <TaxId value={row.cuil} />
                    </span>
                  </span>
                  <span>
                    <StateWord state={row.estado} />
                    <span className="quiet figures">{when && instantText(when, company.zona)}</span>
                  </span>
                </li>
              )
            })}
          </ul>
          <ShortPager pagination={answer.data.pagination} onPage={setPage} />
        </>
      )}
    </section>
  )
}
