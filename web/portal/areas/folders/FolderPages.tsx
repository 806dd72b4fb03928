import { useParams } from 'react-router'
import { folderSettings } from '#contract/folders/settings.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FolderForm } from './FolderForm.tsx'
import { FolderTree } from './FolderTree.tsx'
import style from './RuleFields.module.css'

/** Makes a folder. */
export function FolderCreatePage() {
  const folders = useCall(folderSettings.list, {})
  return folders.isPending ? null : <FolderForm folder={null} others={folders.data ?? []} />
}

/** A folder's name and rules, to be changed, beside the other folders. */
export function FolderEditPage() {
  const { t } = useWords('folders')
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useCall(folderSettings.one, { id })
  const folders = useCall(folderSettings.list, {})
  if (error) return <ErrorState error={error} title={t('noEsta')} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <div className={style.withTree}>
      {folders.data && <FolderTree folders={folders.data} shown={id} aside />}
      <FolderForm key={id} folder={data} />
    </div>
  )
}
