import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useHour } from './useHour.ts'
import { When } from './When.tsx'

interface Props {
  publication: MassivePublication
  onClose: () => void
}

/** Another hour for published documents that aren't visible yet, or none, which shows them at once. */
export function HourDialog({ publication, onClose }: Props) {
  const { t } = useWords('massive')
  const { company } = useViewer()
  const refresh = useRefresh()
  const { id, notificar, visible_desde, progreso } = publication
  const form = useForm(massive.reschedule, {
    initial: { id, ...(visible_desde && { visible_desde }) },
    onDone: async ({ visible_desde: from }) => {
      toast({
        text:
          hour.later && from
            ? t('final.visible', { count: progreso.hechos, desde: instantText(from, company.zona) })
            : t('hora.yaSeVe'),
      })
      await refresh(massive.one)
      onClose()
    },
  })
  const hour = useHour(form, visible_desde)
  const submit = async () => {
    if (form.check(hour.missing)) await form.submit()
  }
  return (
    <Dialog opened onClose={onClose} title={t('hora.titulo')} locked={form.busy}>
      <FormShell
        form={{ ...form, submit }}
        modal
        loading={false}
        error={null}
        submit={t(hour.later ? 'hora.cambiar' : 'hora.mostrar')}
        onCancel={onClose}
      >
        <p>{t(notificar ? 'hora.conCorreos' : 'hora.sinCorreos')}</p>
        <When form={form} hour={hour} count={progreso.hechos} now={t('hora.ahora')} />
      </FormShell>
    </Dialog>
  )
}
