import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { workflows } from '#contract/workflows.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Props {
  workflow: Pick<AnswerOf<typeof workflows.one>, 'id' | 'nombre' | 'estado' | 'en_curso'>
  onClose: () => void
  onDone?: () => void
}

const refresh = [workflows.list, workflows.one, workflows.running]

/** Asks before a draft is thrown away, or a workflow is deactivated: then also what becomes of what runs in it. */
export function EndDialog({ workflow: { id, nombre, estado, en_curso: running }, onClose, onDone }: Props) {
  const { t } = useWords('workflows')
  const [then, setThen] = useState<'terminan' | 'bandeja'>('terminan')
  if (estado === 'draft')
    return (
      <ConfirmDialog
        title={t('descartar.titulo')}
        submit={t('descartar.hacer')}
        dangerous
        act={() => call(workflows.end, { id })}
        done={t('descartar.hecho')}
        refresh={refresh}
        onClose={onClose}
        {...(onDone && { onDone })}
      >
        <p>{t('descartar.texto')}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={t('desactivar.titulo', { nombre })}
      submit={t('desactivar.hacer')}
      dangerous
      act={() => call(workflows.end, { id, en_curso: then })}
      done={({ a_la_bandeja: count }: AnswerOf<typeof workflows.end>) =>
        count > 0 ? t('desactivar.pasaron', { count, nombre }) : t('desactivar.hecho', { nombre })
      }
      refresh={refresh}
      onClose={onClose}
      {...(onDone && { onDone })}
    >
      <p>{t('desactivar.texto')}</p>
      {running > 0 && (
        <Radio.Group
          label={t('desactivar.enCurso', { count: running })}
          value={then}
          onChange={(value) => setThen(value === 'bandeja' ? 'bandeja' : 'terminan')}
        >
          {(['terminan', 'bandeja'] as const).map((value) => (
            <Radio
              key={value}
              mt={12}
              value={value}
              label={t(`desactivar.${value}`)}
              description={t(`desactivar.${value}Texto`)}
            />
          ))}
        </Radio.Group>
      )}
    </ConfirmDialog>
  )
}
