import { useTranslation } from 'react-i18next'
import { employeeImport } from '#contract/employees/import.ts'
import { massive } from '#contract/massive/massive.ts'
import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { ActDialog } from '#web/shared/forms/ActDialog.tsx'
import { call } from '#web/shared/calls/call.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'

/** Giving a process up, with what is lost of it. */
export function CancelProcess({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const { t } = useTranslation('processes')
  const refresh = useRefresh()
  const { id, clase } = process
  if (clase === 'undo_publication') return null
  const cancel = async () => {
    if (clase === 'massive') await call(massive.cancel, { id })
    else if (clase === 'employee_import') await call(employeeImport.cancel, { id })
    else await call(processes.cancel, { id })
    await refresh(processes.list, processes.one)
  }
  return (
    <ActDialog
      title={t('cancelar.titulo')}
      submit={t('cancelar.enviar')}
      done={t('cancelar.hecho')}
      act={cancel}
      onClose={onClose}
    >
      <p>{t(`cancelar.${clase}`)}</p>
    </ActDialog>
  )
}
