import { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { call } from '#web/shared/calls/call.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { stopSending } from './uploads.ts'

interface Props {
  publication: MassivePublication
  onClose: () => void
}

/** Cancels a publication, or only the upload of its signed zip, and names what is lost. */
export function CancelDialog({ publication, onClose }: Props) {
  const { t } = useWords(['massive', 'words'])
  const { id, archivo, paso, subida } = publication
  // In waiting_upload only the upload is dropped: the publication goes on waiting for another one.
  const upload = paso === 'waiting_upload' ? (subida?.split('/').at(-1) ?? null) : null
  const cancel = async () => {
    if (upload === null) await call(massive.cancel, { id })
    else await call(massive.drop, { subida: upload })
    stopSending(id)
  }
  const of = upload === null ? 'cancelar' : 'cancelarSubida'
  return (
    <ConfirmDialog
      title={t(`${of}.titulo`)}
      submit={t(`${of}.enviar`)}
      leave={t('words:accion.volver')}
      done={t(`${of}.hecho`)}
      act={cancel}
      refresh={[massive.one, massive.setup]}
      dangerous
      onClose={onClose}
    >
      {upload === null ? (
        <>
          <p>{t(`cancelar.${lostOf(publication)}`, { archivo })}</p>
          <p>{t('cancelar.noSeDeshace')}</p>
        </>
      ) : (
        <p>{t('cancelarSubida.que', { archivo })}</p>
      )}
    </ConfirmDialog>
  )
}

/** The loss that cancelling causes, by progress and by whether employees see any document already. */
function lostOf({ paso, modo, sale, espera_liberacion, continua }: MassivePublication) {
  if (espera_liberacion) return 'held'
  if (continua !== null && paso === 'preview') return 'sobrantes'
  if (paso === 'publishing' && sale) return 'preview'
  if (paso === 'waiting_upload') return 'outside'
  if (paso === 'preview' && modeFacts[modo].goesOut && !sale) return 'returned'
  return paso === 'uploaded' || paso === 'reading' || paso === 'preview' ? paso : 'publishing'
}
