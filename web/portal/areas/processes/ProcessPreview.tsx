import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { MailText } from '#web/shared/texts/MailText.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, instantText, numberText, sizeText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ResumeLeftovers } from '../../shell/Leftovers.tsx'
import { CancelProcess } from './CancelProcess.tsx'
import { Failures } from './Failures.tsx'
import { FailuresDialog } from './FailuresDialog.tsx'
import { ProcessBadge, useProcessTitle } from './ProcessWords.tsx'
import { ProcessProgress } from './ProcessProgress.tsx'
import { ProcessSteps } from './ProcessSteps.tsx'
import { beginPath, continuePath } from './kinds.ts'
import style from './Processes.module.css'

interface Props {
  id: number
  /** Where it stands in the page of the list; null: it is not on it. */
  place: { n: number; total: number; before: number | null; after: number | null } | null
  onOpen: (id: number | null) => void
  onContinue: (process: ProcessDetail) => Promise<void>
}

/** How often one that runs is asked for, in milliseconds. */
const pace = 1500

/** One process beside the list: how far it is, its steps, its failures, and what can be done. */
export function ProcessPreview({ id, place, onOpen, onContinue }: Props) {
  const { t } = useWords(['processes', 'country'])
  const { company } = useViewer()
  const title = useProcessTitle()
  const [runs, setRuns] = useState(true)
  const answer = useCall(processes.one, { id }, runs ? { every: pace } : {})
  const process = answer.data
  /** '18 entregados, 2 rebotados': the parts that there are. */
  const mailsText = (sent: NonNullable<ProcessDetail['correos']>) =>
    (['entregados', 'rebotados', 'en_camino'] as const)
      .filter((part) => sent[part] > 0)
      .map((part) => t(`correos.${part}`, { count: sent[part], n: numberText(sent[part]) }))
      .join(', ')
  const running = process?.estado === 'in_progress' && !process.espera
  if (process && running !== runs) setRuns(running)
  return (
    <section className={`${style.preview} column`} aria-label={t('vista.titulo')}>
      <header className={style.previewHead}>
        <div className={style.previewLine}>
          {process && <ProcessBadge row={process} />}
          <span className={style.ways}>
            {place && (
              <>
                <span className="second figures">
                  {t('vista.lugar', { n: numberText(place.n), total: numberText(place.total) })}
                </span>
                <ActionIcon
                  aria-label={t('vista.anterior')}
                  disabled={place.before === null}
                  onClick={() => onOpen(place.before)}
                >
                  <IconChevronUp size={20} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('vista.siguiente')}
                  disabled={place.after === null}
                  onClick={() => onOpen(place.after)}
                >
                  <IconChevronDown size={20} />
                </ActionIcon>
              </>
            )}
            <ActionIcon aria-label={t('vista.cerrar')} onClick={() => onOpen(null)}>
              <IconX size={20} />
            </ActionIcon>
          </span>
        </div>
        {process && (
          <>
            <h2>{title(process)}</h2>
            <p className="second">
              {t('vista.inicio', { quien: `${process.quien.nombre} ${process.quien.apellido}` })} ·{' '}
              {zoneText(process.creado, company.zona)}
            </p>
          </>
        )}
      </header>
      <div
        className={`${style.previewBody} column gap-20`}
        role="region"
        aria-label={t('vista.contenido')}
        tabIndex={0}
      >
        {answer.error && !process ? (
          <ErrorState error={answer.error} title={t('vista.error')} onRetry={() => void answer.refetch()} />
        ) : process ? (
          <>
            <ProcessProgress process={process} />
            <ProcessSteps process={process} />
            {process.quedan && (
              <p className={`figures ${style.later}`}>
                {t('vista.sobran', {
                  count: process.quedan.cantidad,
                  n: numberText(process.quedan.cantidad),
                  dia: dateText(process.quedan.hasta, company.zona),
                })}
              </p>
            )}
            {process.fallas.length > 0 && <Failures process={process} />}
            <Facts
              of={[
                // The bar says both where they are one number.
                ...(process.procesados === process.cantidad
                  ? []
                  : ([
                      [t('columna.cantidad'), numberText(process.cantidad)],
                      [t('columna.procesados'), numberText(process.procesados)],
                    ] as const)),
                ...(process.archivo
                  ? [
                      [
                        t('columna.archivo'),
                        [process.archivo, process.tamano && sizeText(process.tamano)]
                          .filter(Boolean)
                          .join(' · '),
                      ] as const,
                    ]
                  : []),
                ...(process.quien.cuil
                  ? [
                      [
                        t('vista.inicioCuil', { cuil: t('country:cuil') }),
                        <TaxId key="cuil" value={process.quien.cuil} />,
                      ] as const,
                    ]
                  : []),
                ...(process.a_cargo ? [[t('vista.aCargoDe'), process.a_cargo] as const] : []),
                [t('columna.empezo'), instantText(process.creado, company.zona)],
                ...(process.terminado
                  ? [[t('vista.termino'), instantText(process.terminado, company.zona)] as const]
                  : []),
                ...(process.correos ? [[t('vista.correos'), mailsText(process.correos)] as const] : []),
                ...(process.informe
                  ? [
                      [t('vista.informe'), <MailText key="report" value={process.informe.para} />] as const,
                      [t('vista.informeEl'), instantText(process.informe.enviado, company.zona)] as const,
                    ]
                  : []),
              ]}
            />
          </>
        ) : (
          <Skeleton height={240} role="status" aria-label={t('vista.titulo')} />
        )}
      </div>
      {process && <Foot process={process} onContinue={onContinue} />}
    </section>
  )
}

/**
 * The acts on the whole process; the filled button is its most urgent one: continue, mend the failures, or choose
 * another file.
 */
function Foot({ process, onContinue }: { process: ProcessDetail } & Pick<Props, 'onContinue'>) {
  const { t } = useWords('processes')
  const viewer = useViewer()
  const [cancelling, setCancelling] = useState(false)
  const [mending, setMending] = useState(false)
  const { clase, id, fallas, espera, estado, puede_cancelar, seguimiento, quedan } = process
  const title = useProcessTitle()
  const continues = process.puede_continuar && continuePath(clase, id) !== null
  const failed = fallas.reduce((all, { cantidad }) => all + cantidad, 0)
  const only = fallas.length === 1 ? (fallas[0]?.code ?? null) : null
  const again = estado === 'error' && failed === 0 ? beginPath(viewer, clase) : null
  if (!continues && failed === 0 && !again && !puede_cancelar && !espera && !seguimiento && !quedan)
    return null
  return (
    <footer className={`${style.previewFoot} row gap-8`}>
      {continues ? (
        <Button variant="filled" className={style.grows ?? ''} onClick={() => void onContinue(process)}>
          {t('continuar')}
        </Button>
      ) : (
        espera && <span className={`second ${style.grows}`}>{t('vista.otroSigue')}</span>
      )}
      {quedan && (
        <ResumeLeftovers
          id={id}
          count={quedan.cantidad}
          of={title(process)}
          filled
          className={style.grows ?? ''}
        />
      )}
      {failed > 0 && !espera && (
        <Button
          variant={quedan ? 'default' : 'filled'}
          className={style.grows ?? ''}
          onClick={() => setMending(true)}
        >
          {t('vista.resolver', { count: failed, n: numberText(failed) })}
        </Button>
      )}
      {again && (
        <Button component={Link} to={again} variant="filled" className={style.grows ?? ''}>
          {t('vista.otroArchivo')}
        </Button>
      )}
      {seguimiento && (
        <Button
          component={Link}
          to={paths.followUp(id)}
          variant={continues || failed > 0 || quedan ? 'default' : 'filled'}
          className={style.grows ?? ''}
        >
          {t('seguimiento')}
        </Button>
      )}
      {puede_cancelar && (
        <Button color="bad" onClick={() => setCancelling(true)}>
          {t('vista.cancelar')}
        </Button>
      )}
      {mending && <FailuresDialog process={process} code={only} onClose={() => setMending(false)} />}
      {cancelling && <CancelProcess process={process} onClose={() => setCancelling(false)} />}
    </footer>
  )
}
