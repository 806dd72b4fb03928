import { useTranslation } from 'react-i18next'
import { employeeImport } from '#contract/employees/import.ts'
import { massive } from '#contract/massive/massive.ts'
import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { call } from '#web/shared/calls/call.ts'

/** Giving a process up, with what is lost of it. */
export function CancelProcess({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const { t } = useTranslation(['processes', 'words'])
  const { id, clase } = process
  if (clase === 'undo_publication') return null
  const own =
    clase === 'massive'
      ? massive.cancel
      : clase === 'employee_import'
        ? employeeImport.cancel
        : processes.cancel
  return (
    <ConfirmDialog
      title={t('cancelar.titulo')}
      submit={t('cancelar.enviar')}
      leave={t('words:accion.volver')}
      done={t('cancelar.hecho')}
      act={() => call(own, { id })}
      refresh={[processes.list, processes.one]}
      dangerous
      onClose={onClose}
    >
      <p>{t(`cancelar.${clase}`)}</p>
    </ConfirmDialog>
  )
}
