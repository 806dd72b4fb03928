import { Stepper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProcessStep } from '#contract/process-steps.ts'
import style from './Massive.module.css'

const steps = ['archivo', 'lectura', 'revision', 'publicacion'] as const

const places: Partial<Record<ProcessStep, number>> = {
  uploaded: 0,
  reading: 1,
  preview: 2,
  waiting_upload: 2,
  done: 4,
}

/** Where the publication is: no pages of a form. */
export function MassiveSteps({ step }: { step: ProcessStep }) {
  const { t } = useTranslation('massive')
  const at = places[step] ?? 3
  return (
    <Stepper
      active={at}
      size="xs"
      iconSize={24}
      allowNextStepsSelect={false}
      className={style.steps ?? ''}
      aria-label={t('pasos.titulo')}
    >
      {steps.map((name, index) => (
        <Stepper.Step
          key={name}
          label={t(`pasos.${name}`)}
          allowStepSelect={false}
          {...(index === at && { 'aria-current': 'step' })}
        />
      ))}
    </Stepper>
  )
}
