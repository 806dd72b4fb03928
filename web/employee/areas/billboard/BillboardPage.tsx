import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnPost, ownBillboard, type PostFile } from '#contract/billboard.ts'
import { places } from '#contract/places.ts'
import { PostCard } from '#web/shared/billboard/PostCard.tsx'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import pages from '../../shell/pages.module.css'

/** Posts more that each press shows. */
const more = 10

/** The company's posts for this person, the newest first. */
export function BillboardPage() {
  const { t } = useTranslation('billboard')
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
        posts.map((post) => <Shown key={post.id} post={post} />)
      )}
      {(answer.data?.pagination.total ?? 0) > (posts?.length ?? 0) && shown < 100 && (
        <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
          {t('mas')}
        </Button>
      )}
    </div>
  )
}

function Shown({ post }: { post: OwnPost }) {
  const { t } = useTranslation('billboard')
  const { company } = useViewer()
  const picture = useQuery({
    queryKey: [ownBillboard.file.path, post.id],
    queryFn: ({ signal }) => call(ownBillboard.file, { id: post.id, archivo: 0 }, { signal }),
    enabled: post.imagen,
    staleTime: Infinity,
  })
  const address = useObjectUrl(picture.data ?? null)
  const read = useAct(ownBillboard.read, { refresh: [ownBillboard.list, places.home], inPlace: true })
  const open = useAct<PostFile, Blob>(({ id }) => call(ownBillboard.file, { id: post.id, archivo: id }), {
    inPlace: true,
    onDone: (bytes, file) => saveFile(bytes, file.nombre),
  })
  const refused = read.refusal ?? open.refusal
  return (
    <PostCard {...post} picture={address} onFile={open.run}>
      {post.pide_leido &&
        (post.leido ? (
          <p className="row gap-8">
            <IconCircleCheck size={20} color="var(--ok)" aria-hidden />
            {t('leido.dicho', { dia: dateText(post.leido, company.zona) })}
          </p>
        ) : (
          <>
            <Button
              size="lg"
              variant="filled"
              fullWidth
              loading={read.busy}
              onClick={() => read.run({ id: post.id })}
            >
              {t('leido.decir')}
            </Button>
            <p className="second">{t('leido.registra')}</p>
          </>
        ))}
      {refused !== null && (
        <p role="alert" className="bad">
          {refused}
        </p>
      )}
    </PostCard>
  )
}
