import { useState } from 'react'
import { useNavigate } from 'react-router'
import { folders } from '#contract/folders/folders.ts'
import { publishing, type Published } from '#contract/publishing/publishing.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { key, read } from '#web/shared/session/session.ts'
import { PublishForm, type Kept } from './PublishForm.tsx'
import { PublishedDialog } from './PublishedDialog.tsx'

/** Publishes documents one by one: the next begins with the type and month of the one before. */
export function PublishDocumentPage() {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const setup = useCall(publishing.setup, {})
  const types = useCall(folders.publishable, {})
  const [round, setRound] = useState(0)
  const [kept, setKept] = useState<Kept>(() => read<Kept>(sessionStorage, 'lastPublished') ?? {})
  // A type may have gone since it was chosen.
  const { tipo, ...others } = kept
  const known = types.data?.some(({ idSubCarpeta }) => idSubCarpeta === tipo) ? kept : others
  const [done, setDone] = useState<Published | null>(null)
  return (
    <>
      <PublishForm
        key={`${round} ${setup.isPending} ${types.isPending}`}
        setup={setup.data}
        types={types.data}
        kept={known}
        error={setup.error ?? types.error}
        onRetry={() => void Promise.all([setup.refetch(), types.refetch()])}
        onDone={async (published, values) => {
          setKept(values)
          sessionStorage.setItem(key('lastPublished'), JSON.stringify(values))
          setDone(published)
          await refresh(publishing.waiting)
        }}
      />
      <PublishedDialog
        published={done}
        onAnother={() => {
          setDone(null)
          setRound(round + 1)
        }}
        onLeave={() => void navigate(paths.home())}
      />
    </>
  )
}
