import { Loader, Progress } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { longestReason } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { undo, type UndoForeseen } from '#contract/processes/undo.ts'
import { AreaField, CheckField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { StateWord } from '#web/shared/documents/StateWord.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { publicationName } from './publication-name.ts'
import style from './Undo.module.css'

/** How often it is asked how far it is, in milliseconds. */
const pace = 1500

/** The effects of undoing one publication, the people notified, and the act itself. */
export function UndoOne({ id }: { id: number }) {
  const { t } = useTranslation('processes-undo')
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
      desk={(!narrow && list) || undefined}
    >
      {answer.error ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !found ? (
        <Loader size={24} color="var(--text3)" m={32} aria-label={t('titulo')} />
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
      ) : found.documentos === 0 ? (
        <EmptyState title={t('nadaQueda')}>{t('nadaQuedaTexto')}</EmptyState>
      ) : (
        <UndoForm found={found} below={narrow && list} />
      )}
    </FormPage>
  )
}

function UndoForm({ found, below }: { found: UndoForeseen; below: ReactNode }) {
  const { t } = useTranslation('processes-undo')
  const { company } = useViewer()
  const refresh = useRefresh()
  const known = found.leidos + found.firmados
  const form = useForm(undo.undo, {
    initial: { id: found.id, incluir_leidos: false },
    onDone: async ({ documentos }) => {
      toast({ text: t('hecho', { count: documentos, n: numberText(documentos) }) })
      await refresh(undo.one, undo.list, documents.list, documents.totals)
    },
  })
  const all = form.values.incluir_leidos === true
  const count = all ? found.documentos : found.sin_leer
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      submit={t('enviar', { count, n: numberText(count) })}
      shut={count === 0 ? t('todosLeidos') : undefined}
      foot={
        <>
          <b>{t('pie.que', { count, n: numberText(count) })}</b>
          <br />
          {all && found.correos > 0
            ? t('pie.avisa', { count: found.correos, n: numberText(found.correos) })
            : t('pie.noSeDeshace')}
        </>
      }
      dangerous
    >
      <p className={style.lead}>
        {t('publicadoPor', {
          quien: found.quien,
          cuando: found.publicado ? instantText(found.publicado, company.zona) : '–',
        })}
      </p>
      <dl className={`${style.balance} flex wrap`}>
        <Count label={t('cuenta.sin_leer')} value={found.sin_leer} />
        <Count label={t('cuenta.leidos')} value={found.leidos} />
        <Count label={t('cuenta.firmados')} value={found.firmados} />
        {found.anulados > 0 && <Count label={t('cuenta.anulados')} value={found.anulados} />}
      </dl>
      {found.fuera_de_alcance > 0 && (
        <p className={style.lead}>
          {t('fuera', { count: found.fuera_de_alcance, n: numberText(found.fuera_de_alcance) })}
        </p>
      )}
      {known > 0 && (
        <>
          <CheckField
            form={form}
            name="incluir_leidos"
            label={t('incluir', { count: known, n: numberText(known) })}
            help={t('incluirAyuda')}
          />
          {all && (
            <AreaField
              form={form}
              name="motivo"
              label={t('motivo')}
              help={t('motivoAyuda')}
              most={longestReason}
            />
          )}
        </>
      )}
      {below}
    </FormShell>
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
  const { t } = useTranslation('processes-undo')
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
        <Loader size={24} color="var(--text3)" aria-label={t('conocidos')} />
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
