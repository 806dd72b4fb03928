import { Alert, Button, Group } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { analysis } from '#contract/analysis.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { TypeDetail } from '#contract/folders/settings.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

type Stand = AnswerOf<typeof analysis.stand>

/** Where documents of a type are sent for analysis, and the acceptance without which none is sent. */
export function AnalysisAcceptance({ type }: { type: TypeDetail }) {
  const may = useMay(analysis.stand.need)
  const stand = useCall(analysis.stand, {}, { enabled: may && type.sendIa })
  return type.sendIa && stand.data ? <Shown stand={stand.data} salary={type.recibo} /> : null
}

function Shown({ stand, salary }: { stand: Stand; salary: boolean }) {
  const { t } = useWords('analysis')
  const [open, setOpen] = useState<'first' | 'salary' | null>(null)
  const withdraw = useAct(analysis.withdraw, { refresh: [analysis.stand], done: t('retirado') })
  const { direccion, aceptado } = stand
  const close = () => setOpen(null)
  return (
    <Alert color="gray" icon={<IconSparkles size={20} aria-hidden />} title={t('titulo')} mx={24} mb={16}>
      <p>
        {!direccion
          ? t('sinDireccion')
          : !aceptado
            ? t('apagado', { direccion })
            : t(salary && !aceptado.salarios ? 'faltaSalarios' : 'aceptado', aceptado)}
      </p>
      {direccion && (
        <Group gap={8} mt={12}>
          {!aceptado && <Button onClick={() => setOpen('first')}>{t('aceptar')}</Button>}
          {aceptado && salary && !aceptado.salarios && (
            <Button onClick={() => setOpen('salary')}>{t('aceptarSalarios')}</Button>
          )}
          {aceptado && (
            <Button loading={withdraw.busy} onClick={() => withdraw.run({})}>
              {t('retirar')}
            </Button>
          )}
        </Group>
      )}
      {open === 'first' && <First stand={stand} onClose={close} />}
      {open === 'salary' && <Salary onClose={close} />}
    </Alert>
  )
}

function First({ stand, onClose }: { stand: Stand; onClose: () => void }) {
  const { t } = useWords('analysis')
  const form = useForm(analysis.accept, { onDone: useAccepted(onClose) })
  return (
    <Dialog opened onClose={onClose} title={t('dialogo')} locked={form.busy}>
      <FormShell
        binding
        form={form}
        loading={false}
        error={null}
        submit={t('enviar')}
        onCancel={onClose}
        modal
      >
        <p className="second">{t('que', { direccion: stand.direccion, modelo: stand.modelo })}</p>
        <TextField form={form} name="direccion" label={t('direccion')} first />
        <TextField form={form} name="pais" label={t('pais')} />
      </FormShell>
    </Dialog>
  )
}

function Salary({ onClose }: { onClose: () => void }) {
  const { t } = useWords('analysis')
  const form = useForm(analysis.acceptSalary, { onDone: useAccepted(onClose) })
  return (
    <Dialog opened onClose={onClose} title={t('dialogoSalarios')} locked={form.busy}>
      <FormShell
        binding
        form={form}
        loading={false}
        error={null}
        submit={t('enviar')}
        onCancel={onClose}
        modal
      >
        <p className="second">{t('queSalarios')}</p>
        <TextField form={form} name="direccion" label={t('direccion')} first />
      </FormShell>
    </Dialog>
  )
}

function useAccepted(onClose: () => void): () => Promise<void> {
  const { t } = useWords('analysis')
  const refresh = useRefresh()
  return async () => {
    onClose()
    await refresh(analysis.stand)
    toast({ text: t('guardado') })
  }
}
