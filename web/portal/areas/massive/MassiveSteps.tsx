import { Stepper } from '@mantine/core'
import type { ProcessStep } from '#contract/processes/steps.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Massive.module.css'

const steps = ['archivo', 'lectura', 'revision', 'publicacion'] as const

const places: Partial<Record<ProcessStep, number>> = {
  uploaded: 0,
  reading: 1,
  preview: 2,
  waiting_upload: 3,
  done: 4,
}

/** The index of a step among the four, from 0; 4 where it is over. */
export function stepAt(step: ProcessStep): number {
  return places[step] ?? 3
}

/** Shows the publication's step; these are no pages of a form. */
export function MassiveSteps({ step }: { step: ProcessStep }) {
  const { t } = useWords('massive')
  const at = stepAt(step)
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
          {...(index === Math.min(at, steps.length - 1) && { 'aria-current': 'step' })}
        />
      ))}
    </Stepper>
  )
}
