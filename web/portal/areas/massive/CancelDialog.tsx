import { useTranslation } from 'react-i18next'
import { massive } from '#contract/massive.ts'
import type { MassivePublication } from '#contract/massive-publication.ts'
import { ActDialog } from '#web/shared/ActDialog.tsx'
import { call } from '#web/shared/call.ts'
import { useRefresh } from '#web/shared/useCall.ts'
import { stopSending } from './uploads.ts'

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
  const refresh = useRefresh()
  const { id, archivo, paso } = publication
  const what = paso in lost ? lost[paso as keyof typeof lost] : 'publishing'
  const cancel = async () => {
    try {
      await call(massive.cancel, { id })
      stopSending(id)
    } finally {
      await refresh(massive.one, massive.setup)
    }
  }
  return (
    <ActDialog
      title={t('cancelar.titulo')}
      submit={t('cancelar.enviar')}
      done={t('cancelar.hecho')}
      act={cancel}
      onClose={onClose}
    >
      <p>{t(`cancelar.${what}`, { archivo })}</p>
      <p>{t('cancelar.noSeDeshace')}</p>
    </ActDialog>
  )
}
