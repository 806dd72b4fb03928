import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { employeeImport } from '#contract/employee-import.ts'
import { massive } from '#contract/massive.ts'
import { processes, type ProcessDetail } from '#contract/processes.ts'
import { call } from '#web/shared/call.ts'
import { Dialog } from '#web/shared/Dialog.tsx'
import { useErrorText } from '#web/shared/texts.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useRefresh } from '#web/shared/useCall.ts'
import style from './Processes.module.css'

/** Giving a process up, with what is lost of it. */
export function CancelProcess({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const { t } = useTranslation(['processes', 'words'])
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const { id, clase } = process
  if (clase === 'undo_publication') return null
  const cancel = async () => {
    setBusy(true)
    try {
      if (clase === 'massive') await call(massive.cancel, { id })
      else if (clase === 'employee_import') await call(employeeImport.cancel, { id })
      else await call(processes.cancel, { id })
      await refresh(processes.list, processes.one)
      toast({ text: t('cancelar.hecho') })
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('cancelar.titulo')} locked={busy}>
      <div className="modal-text">
        <p>{t(`cancelar.${clase}`)}</p>
        {refused !== null && (
          <p role="alert" className={style.bad}>
            {errorText(refused)}
          </p>
        )}
      </div>
      <div className="modal-foot">
        <Button disabled={busy} onClick={onClose}>
          {t('words:accion.volver')}
        </Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void cancel()}>
          {t('cancelar.enviar')}
        </Button>
      </div>
    </Dialog>
  )
}
