import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { home } from '#contract/home.ts'
import { type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useCanShow } from '../../open-screens.ts'
import style from './HomePage.module.css'

type Step = keyof AnswerOf<typeof home.firstSteps>

/** The first steps in their order, each with the screen on which it is done. */
const steps = [
  ['nomina', 'employeesImport'],
  ['certificado', 'certificateCreate'],
  ['marca', 'UpdateLogo'],
  ['lectura', 'publishMassive'],
  ['publicacion', 'publishMassive'],
] as const satisfies readonly (readonly [Step, ScreenId])[]

export interface FirstStep {
  step: Step
  to: string
  isDone: boolean
}

/**
 * The first steps of a company that has published nothing yet, as far as the viewer may do them on screens that are
 * built; empty otherwise.
 */
export function useFirstSteps(): FirstStep[] {
  const canShow = useCanShow()
  const mine = steps.filter(([, screen]) => canShow(screen))
  const { data } = useCall(home.firstSteps, {}, { enabled: mine.length > 0 })
  if (!data || data.publicacion) return []
  return mine.map(([step, screen]) => ({ step, to: screenOf(screen).path, isDone: data[step] }))
}

/** The list of first steps; each is ticked by the company's data. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { t } = useWords('home')
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className={style.first}>
      <div className={`${style.head} flex apart gap-12`}>
        <h2>{t('primeros.titulo')}</h2>
        <span className="quiet figures">
          {t('primeros.hechos', {
            hechos: steps.filter(({ isDone }) => isDone).length,
            total: steps.length,
          })}
        </span>
      </div>
      <ol className="panel plain-list">
        {steps.map(({ step, to, isDone }) => (
          <li key={step} className={`${style.line} row gap-16`}>
            {isDone ? (
              <IconCircleCheckFilled
                size={20}
                color="var(--ok)"
                role="img"
                aria-label={t('primeros.hecho')}
              />
            ) : (
              <IconCircleDashed size={20} aria-hidden />
            )}
            <div>
              <b>{t(`primeros.${step}`)}</b>
              {!isDone && <div className="second">{t(`primeros.${step}Texto`)}</div>}
            </div>
            {!isDone && (
              <Button component={Link} to={to} variant={step === next?.step ? 'filled' : 'default'}>
                {t(`primeros.${step}Acto`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
