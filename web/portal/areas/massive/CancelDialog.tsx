import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { massive } from '#contract/massive.ts'
import type { MassivePublication } from '#contract/massive-publication.ts'
import { call } from '#web/shared/call.ts'
import { Dialog } from '#web/shared/Dialog.tsx'
import { useErrorText } from '#web/shared/texts.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useRefresh } from '#web/shared/useCall.ts'
import { stopSending } from './uploads.ts'
import style from './Massive.module.css'

interface Props {
  publication: MassivePublication
  onClose: () => void
}

const lost = {
  uploaded: 'uploaded',
  reading: 'reading',
  preview: 'preview',
  waiting_upload: 'preview',
} as const

/** Giving a publication up, with what is lost of it. */
export function CancelDialog({ publication, onClose }: Props) {
  const { t } = useTranslation('massive')
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const { id, archivo, paso } = publication
  const what = paso in lost ? lost[paso as keyof typeof lost] : 'publishing'
  const cancel = async () => {
    setBusy(true)
    try {
      await call(massive.cancel, { id })
      stopSending(id)
      await refresh(massive.one, massive.setup)
      toast({ text: t('cancelar.hecho') })
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
      await refresh(massive.one)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('cancelar.titulo')} locked={busy}>
      <div className="modal-text">
        <p>{t(`cancelar.${what}`, { archivo })}</p>
        <p>{t('cancelar.noSeDeshace')}</p>
        {refused !== null && (
          <p role="alert" className={style.bad}>
            {errorText(refused)}
          </p>
        )}
      </div>
      <div className="modal-foot">
        <Button disabled={busy} onClick={onClose} data-autofocus>
          {t('cancelar.volver')}
        </Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void cancel()}>
          {t('cancelar.enviar')}
        </Button>
      </div>
    </Dialog>
  )
}
