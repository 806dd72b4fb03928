import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { processes } from '#contract/processes/processes.ts'
import { reminders, type ScheduledReminder } from '#contract/reminders.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { call } from '#web/shared/calls/call.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Reminders.module.css'

const shown = 10
/** How often the list is asked again while mails may be going out, in milliseconds. */
const pace = 2500

/** Reminders that go on, and what those of before did. */
export function Scheduled() {
  const { t } = useWords('reminders')
  const [page, setPage] = useState(1)
  const [stopping, setStopping] = useState<ScheduledReminder | null>(null)
  const answer = useCall(reminders.list, { page, perPage: shown }, { every: pace })
  return (
    <section aria-label={t('lista.titulo')} className={style.scheduled}>
      <h2>{t('lista.titulo')}</h2>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} title={t('lista.error')} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton height={120} role="status" aria-label={t('lista.titulo')} />
      ) : answer.data.data.length === 0 ? (
        <EmptyState title={t('lista.vacia')}>{t('lista.vaciaTexto')}</EmptyState>
      ) : (
        <>
          <ul>
            {answer.data.data.map((reminder) => (
              <li key={reminder.id}>
                <Reminder reminder={reminder} onStop={() => setStopping(reminder)} />
              </li>
            ))}
          </ul>
          <ShortPager pagination={answer.data.pagination} onPage={setPage} />
        </>
      )}
      {stopping && <StopDialog reminder={stopping} onClose={() => setStopping(null)} />}
    </section>
  )
}

function Reminder({ reminder, onStop }: { reminder: ScheduledReminder; onStop: () => void }) {
  const { t } = useWords('reminders')
  const { company } = useViewer()
  const manages = useMay(processes.list.need)
  const { pedido, ultimo, cada_dias, proximo, termino, hasta } = reminder
  const what = [
    pedido.proceso !== null ? t('lista.publicacion', { n: numberText(pedido.proceso) }) : null,
    pedido.tipos.join(', ') || null,
    pedido.periodo && monthText(pedido.periodo),
    pedido.sectores.join(', ') || null,
    pedido.documentos !== null
      ? t('lista.elegidos', { count: pedido.documentos, n: numberText(pedido.documentos) })
      : null,
    pedido.vencidos ? t('lista.vencidos') : null,
  ].filter(Boolean)
  return (
    <>
      <div className="flex at-top apart gap-12">
        <b>{what.length > 0 ? what.join(' · ') : t('lista.todo')}</b>
        {proximo && (
          <Button size="compact-sm" color="bad" onClick={onStop}>
            {t('lista.parar')}
          </Button>
        )}
      </div>
      <span>
        {proximo && cada_dias !== null
          ? t('lista.sigue', { count: cada_dias, cuando: instantText(proximo, company.zona) })
          : termino && t(`lista.termino.${termino}`)}
        {proximo && hasta && ` ${t('lista.hasta', { dia: dateText(hasta) })}`}
      </span>
      <span className="second figures">
        {ultimo?.en_curso
          ? t('enviando', {
              hechos: numberText(ultimo.en_curso.hechos),
              total: numberText(ultimo.en_curso.total),
            })
          : t('lista.hizo', {
              count: reminder.enviados,
              n: numberText(reminder.enviados),
              veces: t('lista.veces', { count: reminder.veces }),
            })}
      </span>
      {ultimo && !ultimo.en_curso && (
        <span className="quiet figures">
          {t('lista.ultimo', {
            cuando: instantText(ultimo.fecha, company.zona),
            enviados: numberText(ultimo.enviados),
            sinCorreo: numberText(ultimo.sin_correo),
            yaAvisados: numberText(ultimo.ya_avisados),
          })}{' '}
          {manages && <Link to={`${paths.processes()}?abierto=${ultimo.proceso}`}>{t('lista.proceso')}</Link>}
        </span>
      )}
      <span className="quiet">
        {t('lista.pidio', { quien: reminder.creado_por, cuando: instantText(reminder.creado, company.zona) })}
      </span>
    </>
  )
}

function StopDialog({ reminder, onClose }: { reminder: ScheduledReminder; onClose: () => void }) {
  const { t } = useWords(['reminders', 'words'])
  return (
    <ConfirmDialog
      title={t('parar.titulo')}
      submit={t('parar.enviar')}
      leave={t('words:accion.volver')}
      done={t('parar.hecho')}
      act={() => call(reminders.cancel, { id: reminder.id })}
      refresh={[reminders.list]}
      dangerous
      onClose={onClose}
    >
      <p>{t('parar.texto')}</p>
    </ConfirmDialog>
  )
}
