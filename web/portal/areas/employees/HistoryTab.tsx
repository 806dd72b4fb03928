import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { DayInput } from '#web/shared/forms/DateFields.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FileOnDay } from './FileOnDay.tsx'
import { HistoryChanges } from './HistoryChanges.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './HistoryTab.module.css'

/** The changes of a file, and beside them the whole file as it was on the day that the address names (`al`). */
export function HistoryTab({ record }: TabProps) {
  const { t } = useWords('employees-file')
  const { company } = useViewer()
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const day = params.get('al') ?? company.hoy
  const show = (next: string) => {
    const asked = new URLSearchParams(params)
    if (next && next !== company.hoy) asked.set('al', next)
    else asked.delete('al')
    setParams(asked, { replace: true, state })
  }
  const file = useRef<HTMLElement>(null)
  const changes = useRef<HTMLElement>(null)
  const isAskedAbove = useRef(false)
  const lookAt = (next: string) => {
    // Below 1024 px the file stands under the changes.
    isAskedAbove.current = matchMedia('(max-width: 1023px)').matches
    if (next === day) goToFile()
    else show(next)
  }
  const goToFile = () => {
    if (!isAskedAbove.current) return
    isAskedAbove.current = false
    file.current?.focus({ preventScroll: true })
    file.current?.scrollIntoView()
  }
  useEffect(goToFile, [day])
  return (
    <div className={style.history}>
      <section ref={changes} aria-label={t('historial.cambios')} tabIndex={-1}>
        <h2>{t('historial.cambios')}</h2>
        <HistoryChanges record={record} day={day} onDay={lookAt} />
      </section>
      <section
        ref={file}
        className={style.then}
        aria-label={t('historial.ficha')}
        tabIndex={-1}
        data-asked={params.has('al') || undefined}
      >
        <header className="row wrap gap-8">
          <DayInput
            label={t('historial.dia')}
            value={day}
            onChange={show}
            maxDate={company.hoy}
            className={style.day ?? ''}
          />
          {day !== company.hoy && (
            <Button variant="subtle" onClick={() => show('')}>
              {t('historial.hoy')}
            </Button>
          )}
          {params.has('al') && (
            <Button
              variant="subtle"
              className={style.back ?? ''}
              onClick={() => {
                changes.current?.focus({ preventScroll: true })
                changes.current?.scrollIntoView()
              }}
            >
              {t('historial.aCambios')}
            </Button>
          )}
        </header>
        <FileOnDay record={record} day={day} />
      </section>
    </div>
  )
}
