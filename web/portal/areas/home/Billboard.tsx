import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ownBillboard } from '#contract/billboard.ts'
import { ReadPost } from '#web/shared/billboard/ReadPost.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './HomePage.module.css'

/** Posts that are seen at once, and those that a press adds. */
const few = 2
const more = 10

/**
 * The company's posts for the viewer as one of its people, the newest first; nothing where there is none. `children`
 * follow them, and are shown once the posts are there, which would push them down.
 */
export function Billboard({ children }: { children: ReactNode }) {
  const { t } = useWords('billboard')
  const [shown, setShown] = useState(few)
  const answer = useCall(ownBillboard.list, { perPage: Math.min(shown, 100) })
  const posts = answer.data?.data ?? []
  return (
    <>
      {answer.isLoading && <Skeleton height={260} radius={8} />}
      {posts.length > 0 && shownPosts()}
      <div className={`${style.people} column gap-28`} data-wait={answer.isLoading || undefined}>
        {children}
      </div>
    </>
  )

  function shownPosts() {
    return (
      <section className="column gap-12" aria-busy={answer.isFetching}>
        <h2>{t('titulo')}</h2>
        {posts.map((post) => (
          <ReadPost key={post.id} post={post} />
        ))}
        {(answer.data?.pagination.total ?? 0) > posts.length && shown < 100 && (
          <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
            {t('mas')}
          </Button>
        )}
      </section>
    )
  }
}
