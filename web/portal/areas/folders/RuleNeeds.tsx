import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './RuleNeeds.module.css'

interface Props {
  of: { visible: boolean; firmable: boolean; efimero: boolean; idTemplate: number | null; bloquea: unknown[] }
  /** The fields that are on without what they need. */
  broken: readonly string[]
}

/** What each rule of a folder needs, as the form stands. */
export function RuleNeeds({ of, broken }: Props) {
  const { t } = useTranslation('folders')
  const rules = [
    ['visible', of.visible],
    ['firmable', of.firmable],
    ['bloquea', of.bloquea.length > 0],
    ['idTemplate', of.idTemplate !== null],
    ['efimero', of.efimero],
  ] as const
  return (
    <section className={style.needs} aria-live="polite">
      <h2>{t('necesita.titulo')}</h2>
      <ul>
        {rules.map(([rule, on]) => {
          const wrong = broken.includes(rule)
          const Icon = wrong ? IconAlertCircle : on ? IconCircleCheck : IconCircleDashed
          return (
            <li key={rule} data-wrong={wrong || undefined}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <span>
                <b>{t(`necesita.${rule}.nombre`)}</b>
                <span className="second">{t(`necesita.${rule}.${wrong ? 'falta' : 'dice'}`)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
