import { Skeleton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Widget.module.css'

interface Props {
  title: string
  /** Beside the title: where all of it is. */
  more?: ReactNode
  query: { isLoading: boolean; error: Error | null; refetch: () => unknown }
  /** Said in its place where there is nothing to show. */
  empty?: string | false | undefined
  children: ReactNode
}

/** One of home's parts, with its own loading, error and empty states. The page works without it. */
export function Widget({ title, more, query, empty, children }: Props) {
  const { t } = useWords()
  const errorText = useErrorText()
  const heading = useId()
  return (
    <section className={style.widget} aria-labelledby={heading} aria-busy={query.isLoading}>
      <div className={`${style.head} flex apart gap-12`}>
        <h2 id={heading}>{title}</h2>
        {!query.error && more}
      </div>
      {query.isLoading ? (
        [70, 55, 62].map((width) => <Skeleton key={width} height={12} width={`${width}%`} my={16} />)
      ) : query.error ? (
        <p className="second" role="alert">
          {errorText(query.error)}{' '}
          <button type="button" className={style.more} onClick={() => void query.refetch()}>
            {t('accion.reintentar')}
          </button>
        </p>
      ) : empty ? (
        <p className="second">{empty}</p>
      ) : (
        children
      )}
    </section>
  )
}
