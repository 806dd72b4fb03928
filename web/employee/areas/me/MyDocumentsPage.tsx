import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { me } from '#contract/me/me.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { FolderPanel } from '#web/shared/mine/FolderPanel.tsx'
import style from '#web/shared/mine/mine.module.css'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** One year's documents of the person, by folder. */
export function MyDocumentsPage() {
  const { t } = useWords('me')
  const [year, setYear] = useState<number>()
  const answer = useCall(me.documents, year === undefined ? {} : { anio: year })
  const { data } = answer
  usePageTitle(t('titulo'))
  if (answer.error && !data)
    return <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
  if (!data)
    return (
      <div className={`${style.page} column gap-12`} role="status" aria-label={t('cargando')}>
        <Skeleton height={30} width={240} />
        <Skeleton height={52 * 4} />
      </div>
    )
  const firstOpen = data.carpetas.findIndex(({ cerrada_por: by }) => by.length === 0)
  return (
    <div className={`${style.page} column gap-12`} aria-busy={answer.isFetching}>
      <div className={`${style.over} row apart`}>
        <h1>{t('titulo')}</h1>
        {data.anios.length > 0 && (
          <label className={style.year}>
            <span className="only-read-aloud">{t('anio')}</span>
            <select
              className="focus-ring figures"
              value={data.anio}
              onChange={(event) => setYear(Number(event.currentTarget.value))}
            >
              {[...new Set([data.anio, ...data.anios])].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {data.anios.length === 0 ? (
        <EmptyState title={t('vacio')}>{t('vacioTexto')}</EmptyState>
      ) : data.carpetas.length === 0 ? (
        <p className="second">{t('vacioAnio', { anio: String(data.anio) })}</p>
      ) : (
        data.carpetas.map((folder, at) => (
          <FolderPanel
            key={`${data.anio} ${folder.id}`}
            folder={folder}
            startsOpen={at === firstOpen}
            to={employeePaths.document}
          />
        ))
      )}
    </div>
  )
}
