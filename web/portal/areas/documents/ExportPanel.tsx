import { ActionIcon, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { announcedAbove, documentExports } from '#contract/documents/exports.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { BegunExport } from './useExport.ts'
import style from './ExportPanel.module.css'

/** How often it is asked how far a download is, in milliseconds. */
const watchEvery = 1000

/**
 * The progress of a download, and at its end the documents left out. It covers the list's corner until it is closed.
 */
export function ExportPanel({ begun, onClose }: { begun: BegunExport; onClose: () => void }) {
  const { t } = useWords(['documents-downloads', 'words'])
  const answer = useWatched(begun.id)
  const { estado = 'waiting', total = 0, hechos = 0, anulados = 0, fallidos = [] } = answer ?? {}
  const over = estado === 'done' || estado === 'stopped'
  return (
    <section className={`${style.panel} column gap-10`} aria-label={t(`progreso.${begun.kind}`)}>
      <header className={`${style.head} row gap-10`}>
        {estado === 'done' && <IconCircleCheck size={19} color="var(--ok)" aria-hidden />}
        {estado === 'stopped' && <IconAlertCircle size={19} color="var(--bad)" aria-hidden />}
        <b role="status">
          {estado === 'done'
            ? t('progreso.listo')
            : estado === 'stopped'
              ? t('progreso.detenida')
              : t(`progreso.${begun.kind}`)}
        </b>
        <ActionIcon aria-label={t('progreso.cerrar')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      {!over && (
        <Progress
          value={total ? (hechos / total) * 100 : 0}
          aria-label={t(`progreso.${begun.kind}`)}
          transitionDuration={0}
        />
      )}
      <p className="second figures">
        {estado === 'waiting'
          ? t('progreso.preparando')
          : t('progreso.van', { count: total, hechos: numberText(hechos), total: numberText(total) })}
      </p>
      {estado === 'stopped' && <p>{t('progreso.detenidaPor')}</p>}
      {total > announcedAbove && (
        <p className="second">{t('avisa', { cantidad: numberText(announcedAbove) })}</p>
      )}
      {anulados > 0 && <p>{t('progreso.anulados', { count: anulados })}</p>}
      {fallidos.length > 0 && (
        <>
          <p>{t('progreso.fallidos', { count: fallidos.length })}</p>
          <ul className={style.failed}>
            {fallidos.map(({ id, colaborador, documento }) => (
              <li key={id}>{[colaborador, documento, String(id)].filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function useWatched(id: number) {
  const answer = useCall(documentExports.progress, { id }, { every: watchEvery })
  return answer.data
}
