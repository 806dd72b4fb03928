import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProfilesHeld } from '#contract/employees/rights.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FileTab.module.css'

/** A tab about somebody's rights: its title over the form, or over what stands in its place. */
export function RightsTab({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.rights} aria-label={title}>
      <h2 className={style.head}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

interface Props {
  answer: UseQueryResult<ProfilesHeld>
  error: unknown
  /** More is on its way than what is shown here. */
  waiting: boolean
  /** Why nothing can be changed. */
  why: string
  lines: (held: ProfilesHeld) => readonly string[]
}

/** Somebody's rights for a viewer who may see but not change them, with the reason. */
export function RightsShown({ answer, error, waiting, why, lines }: Props) {
  const { t } = useWords()
  if (error)
    return <ErrorState error={error} title={t('error.carga')} onRetry={() => void answer.refetch()} />
  if (waiting || !answer.data)
    return (
      <div aria-busy>
        {[60, 40].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={16} aria-hidden />
        ))}
      </div>
    )
  const shown = lines(answer.data)
  return (
    <>
      {shown.length > 0 && (
        <ul className={`${style.list} column gap-12 plain-list`}>
          {shown.map((line) => (
            <li key={line}>
              <b>{line}</b>
            </li>
          ))}
        </ul>
      )}
      <p className={style.said}>{why}</p>
    </>
  )
}
