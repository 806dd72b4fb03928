import { Button, Skeleton } from '@mantine/core'
import { IconBell, IconCircleX, IconClock } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { actions } from '#contract/actions.ts'
import { documentActCalls } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { type FollowUp, followUps } from '#contract/processes/follow-up.ts'
import { processes } from '#contract/processes/processes.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ResumeLeftovers } from '../../shell/Leftovers.tsx'
import { BouncedPanel } from './BouncedPanel.tsx'
import { Ledger } from './Ledger.tsx'
import { ProcessBadge } from './ProcessWords.tsx'
import { SectorTable } from './SectorTable.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import style from './FollowUp.module.css'

/** The progress of a publication: read, signed and notified, by sector; bounced mails are mended here. */
export function FollowUpPage() {
  const { t } = useWords('processes')
  const { company } = useViewer()
  const id = Number(useParams()['id'])
  const answer = useCall(followUps.one, { id })
  const process = useCall(processes.one, { id }).data
  const reminds = useMay([actions.signatureReminder])
  const undoes = useMay([actions.undoPublication])
  const followed = answer.data
  const title = followed
    ? [followed.tipo, followed.etiqueta, followed.periodo && monthText(followed.periodo)]
        .filter(Boolean)
        .join(', ')
    : t('seguir.titulo')
  return (
    <RecordPage
      back={{ to: paths.processes(), label: t('seguir.volver') }}
      title={title}
      badge={process && <ProcessBadge row={process} />}
      who={
        followed?.deshecha
          ? t('seguir.deshecha', { cuando: instantText(followed.deshecha, company.zona) })
          : followed?.publicado &&
            t('seguir.publicado', { cuando: instantText(followed.publicado, company.zona) })
      }
      actions={
        followed &&
        followed.totales.publicados > 0 && (
          <>
            {undoes && (
              <Button component={Link} to={paths.undo(id)} color="bad">
                {t('seguir.deshacer')}
              </Button>
            )}
            {reminds && followed.totales.sin_firmar > 0 && (
              <Button
                component={Link}
                to={paths.reminders(id)}
                variant="filled"
                leftSection={<IconBell size={18} aria-hidden />}
              >
                {t('seguir.recordar', {
                  count: followed.totales.sin_firmar,
                  n: numberText(followed.totales.sin_firmar),
                })}
              </Button>
            )}
          </>
        )
      }
    >
      {answer.error ? (
        <ErrorState error={answer.error} title={t('seguir.error')} onRetry={() => void answer.refetch()} />
      ) : !followed ? (
        <Skeleton height={320} role="status" aria-label={t('seguir.titulo')} />
      ) : followed.totales.publicados + followed.totales.anulados === 0 ? (
        <EmptyState drawing="nothing" title={t('seguir.nadaAun')} />
      ) : (
        <div className="column gap-20">
          <Ledger followed={followed} />
          {process?.quedan && (
            <div className={`${style.later} row wrap gap-12`} role="group" aria-label={t('seguir.despues')}>
              <IconClock size={20} aria-hidden />
              <b className="figures grow">
                {t('vista.sobran', {
                  count: process.quedan.cantidad,
                  n: numberText(process.quedan.cantidad),
                  dia: dateText(process.quedan.hasta, company.zona),
                })}
              </b>
              <ResumeLeftovers id={id} count={process.quedan.cantidad} of={title} filled={false} />
            </div>
          )}
          <div className={style.columns} data-alone={followed.avisos.rebotados === 0 || undefined}>
            <div className={`${style.main} column`}>
              <SectorTable followed={followed} />
              {followed.casos_total > 0 && <Cases followed={followed} />}
            </div>
            {followed.avisos.rebotados > 0 && <BouncedPanel id={id} total={followed.avisos.rebotados} />}
          </div>
        </div>
      )}
    </RecordPage>
  )
}

function Cases({ followed }: { followed: FollowUp }) {
  const { t } = useWords('processes')
  const { company } = useViewer()
  const answers = useMay(documentActCalls.answerDisagreement.need)
  const opens = useMay(documents.detail.need)
  const searches = useMay(documents.list.need)
  return (
    <section aria-label={t('seguir.casos')}>
      <div className={`${style.head} row wrap apart`}>
        <h2>
          {t('seguir.casos')} <span className="quiet figures">{numberText(followed.casos_total)}</span>
        </h2>
        {searches && followed.casos_total > followed.casos.length && (
          <Link to={paths.disagreements()}>
            {t('seguir.verCasos', { n: numberText(followed.casos_total) })}
          </Link>
        )}
      </div>
      <ul className={style.cases}>
        {followed.casos.map(({ documento, colaborador, motivo, abierto }) => (
          <li key={documento}>
            <IconCircleX size={16} aria-hidden />
            <b>{colaborador}</b>
            <span>{motivo ? quoted(motivo) : <span className="quiet">{t('seguir.sinMotivo')}</span>}</span>
            <span className="second figures">{dateText(abierto, company.zona)}</span>
            {answers && opens && (
              <Button
                component={Link}
                to={paths.document(documento)}
                size="compact-sm"
                aria-label={`${t('seguir.responder')}: ${colaborador}`}
              >
                {t('seguir.responder')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
