import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownBillboard } from '#contract/billboard.ts'
import { ReadPost } from '#web/shared/billboard/ReadPost.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'

/** Posts that are seen at once, and those that a press adds. */
const few = 2
const more = 10

/** The company's posts for the viewer as one of its people, the newest first; nothing where there is none. */
export function Billboard() {
  const { t } = useTranslation('billboard')
  const [shown, setShown] = useState(few)
  const answer = useCall(ownBillboard.list, { perPage: Math.min(shown, 100) })
  const posts = answer.data?.data ?? []
  if (posts.length === 0) return null
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
