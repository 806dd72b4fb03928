import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type OwnPost, ownBillboard, type PostFile } from '#contract/billboard.ts'
import { places } from '#contract/places.ts'
import { call } from '../calls/call.ts'
import { saveFile } from '../calls/files.ts'
import { useAct } from '../calls/useAct.ts'
import { useObjectUrl } from '../calls/useObjectUrl.ts'
import { useViewer } from '../session/viewer.ts'
import { dateText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { PostCard } from './PostCard.tsx'

/** A post for the viewer, with its files, and with 'read and understood' where it asks for it. */
export function ReadPost({ post }: { post: OwnPost }) {
  const { t } = useWords('billboard')
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
