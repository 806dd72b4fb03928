import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { changedWithEmployee } from './useChanged.ts'

/** Calls off an end whose day is to come, or takes back one that acted. */
export function UndoEndDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords('employees-ends')
  const { company } = useViewer()
  const { data: stay } = useCall(employment.stay, { id: record.id })
  const nombre = `${record.nombre} ${record.apellido}`
  const end = stay?.fin
  return (
    <ConfirmDialog
      title={t('anular.titulo', { nombre })}
      submit={t('anular.enviar')}
      act={(options) => call(employment.undo, { id: record.id }, options)}
      proves={employment.undo.stepUp}
      done={t('anular.hecha', { nombre })}
      refresh={changedWithEmployee}
      shut={!end}
      onClose={onClose}
    >
      {end && (
        <>
          <p>{end.cumplida ? t('anular.texto') : t('anular.textoPrevista', { dia: dateText(end.dia) })}</p>
          {end.deshacer_hasta && (
            <p className="second">
              {t('anular.hasta', { hasta: instantText(end.deshacer_hasta, company.zona) })}
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
