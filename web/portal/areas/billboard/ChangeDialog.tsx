import type { AnswerOf } from '#contract/call.ts'
import { billboard, type Post } from '#contract/billboard.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

export type PostAct = 'terminar' | 'archivar' | 'recordar'

interface Props {
  post: Post
  act: PostAct
  onClose: () => void
}

/** Asks before a post ends early, is archived, or its readers are reminded. */
export function ChangeDialog({ post, act, onClose }: Props) {
  const { t } = useWords('billboard')
  const missing = post.personas - post.leyeron
  return (
    <ConfirmDialog
      title={t(`${act}.titulo`)}
      submit={act === 'recordar' ? t('recordar.hacer', { count: missing }) : t(`${act}.hacer`)}
      dangerous={act !== 'recordar'}
      act={() => call(billboard.change, { id: post.id, acto: act })}
      done={({ personas }: AnswerOf<typeof billboard.change>) =>
        act === 'recordar' ? t('recordar.hecho', { count: personas }) : t(`${act}.hecho`)
      }
      refresh={[billboard.list, billboard.one]}
      onClose={onClose}
    >
      <p>{t(`${act}.texto`, { titulo: post.titulo || t('sinTitulo') })}</p>
    </ConfirmDialog>
  )
}
