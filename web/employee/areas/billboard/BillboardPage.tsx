import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { ownBillboard } from '#contract/billboard.ts'
import { ReadPost } from '#web/shared/billboard/ReadPost.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../shell/pages.module.css'

/** Posts more that each press shows. */
const more = 10

/** The company's posts for this person, the newest first. */
export function BillboardPage() {
  const { t } = useWords('billboard')
  const [shown, setShown] = useState(more)
  usePageTitle(t('titulo'))
  const answer = useCall(ownBillboard.list, { perPage: Math.min(shown, 100) })
  const posts = answer.data?.data
  return (
    <div className={`${pages.page} column gap-16`} aria-busy={answer.isFetching}>
      <h1>{t('titulo')}</h1>
      {answer.error && !posts ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !posts ? (
        <Skeleton height={320} />
      ) : posts.length === 0 ? (
        <EmptyState title={t('nada')}>{t('nadaTexto')}</EmptyState>
      ) : (
        posts.map((post) => <ReadPost key={post.id} post={post} />)
      )}
      {(answer.data?.pagination.total ?? 0) > (posts?.length ?? 0) && shown < 100 && (
        <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
          {t('mas')}
        </Button>
      )}
    </div>
  )
}
