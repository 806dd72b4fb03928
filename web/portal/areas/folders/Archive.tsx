import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { folderSettings } from '#contract/folders/settings.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { call as make } from '#web/shared/calls/call.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useFoldersChanged } from './useFoldersChanged.ts'

interface Props {
  call: typeof folderSettings.remove | typeof folderSettings.removeType
  id: number
  title: string
  text: string
  /** Where one is afterwards. */
  to: string
}

/** Archives a folder or a type, asked once; why it can't be is what the server says. */
export function Archive({ call, id, title, text, to }: Props) {
  const { t } = useTranslation('folders')
  const navigate = useNavigate()
  const changed = useFoldersChanged()
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const archive = async () => {
    setBusy(true)
    try {
      await make(call, { id })
      await changed()
      toast({ text: t('borrar.hecho') })
      await navigate(to)
    } catch (error) {
      setOpen(false)
      toastError({ text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button leftSection={<IconTrash size={18} aria-hidden />} color="bad" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={title}>
        <div className="modal-text">
          <p>{text}</p>
        </div>
        <div className="modal-foot">
          <Button onClick={() => setOpen(false)}>{t('borrar.no')}</Button>
          <Button variant="filled" color="bad" loading={busy} onClick={() => void archive()}>
            {title}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
