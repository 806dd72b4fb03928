import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { folderSettings } from '#contract/folders/settings.ts'
import { call as make } from '#web/shared/calls/call.ts'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFoldersChanged } from './useFoldersChanged.ts'

interface Props {
  call: typeof folderSettings.remove | typeof folderSettings.removeType
  id: number
  title: string
  text: string
  /** The page that is shown afterwards. */
  to: string
}

/** Archives a folder or a type after a question. */
export function Archive({ call, id, title, text, to }: Props) {
  const { t } = useWords('folders')
  const navigate = useNavigate()
  const changed = useFoldersChanged()
  return (
    <div>
      <ConfirmButton
        label={title}
        icon={<IconTrash size={18} aria-hidden />}
        submit={title}
        leave={t('borrar.no')}
        done={t('borrar.hecho')}
        act={() => make(call, { id })}
        onDone={async () => {
          await changed()
          await navigate(to)
        }}
        dangerous
      >
        <p>{text}</p>
      </ConfirmButton>
    </div>
  )
}
