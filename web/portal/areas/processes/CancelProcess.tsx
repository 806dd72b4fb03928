import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { call } from '#web/shared/calls/call.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { kindsOnScreen } from './kinds.ts'

/** Cancels a process, and names what is lost. */
export function CancelProcess({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const { t } = useWords(['processes', 'words'])
  const { id, clase } = process
  const { cancel } = kindsOnScreen[clase]
  if (!cancel) return null
  return (
    <ConfirmDialog
      title={t('cancelar.titulo')}
      submit={t('cancelar.enviar')}
      leave={t('words:accion.volver')}
      done={t('cancelar.hecho')}
      act={() => call(cancel.call, { id })}
      refresh={[processes.list, processes.one]}
      dangerous
      onClose={onClose}
    >
      <p>{t(`cancelar.${cancel.words}`)}</p>
    </ConfirmDialog>
  )
}
