import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './SecurityPage.module.css'

interface Props<T> {
  title: string
  /** Words in grey beside the title. */
  about?: string
  /** Buttons at the right of the title. */
  acts?: ReactNode
  answer: { data: T | undefined; error: unknown; refetch: () => Promise<unknown> }
  children: (data: T) => ReactNode
}

/** A part of the page: its heading is there from the start, over its content, its waiting or its error. */
export function Section<T>({ title, about, acts, answer, children }: Props<T>) {
  const { t } = useWords('words')
  const { data, error } = answer
  return (
    <section>
      <div className={`${style.head} row wrap apart`}>
        <h2>
          {title} {about && <span className="second">{about}</span>}
        </h2>
        {acts}
      </div>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} title={t('error.carga')} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={160} role="status" aria-label={title} />
      )}
    </section>
  )
}
