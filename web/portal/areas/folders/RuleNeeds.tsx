import { useWords } from '#web/shared/texts/useWords.ts'
import { isOn, type Rule, ruleNames, type Rules } from './rules.ts'
import style from './RuleNeeds.module.css'

interface Props {
  of: Rules
  /** The rules that are on without what they need. */
  broken: readonly Rule[]
}

/** From the rule that is needed down to those that need it, in a box 300 wide and 40 high. */
const lines = [
  ['idTemplate', 'M150 0V20H50V40'],
  ['bloquea', 'M150 0V20H250V40'],
  ['firmable', 'M150 0V40'],
] as const

/**
 * The dependencies between a folder's rules in the form's present state, as a drawing with a text for screen readers.
 */
export function RuleNeeds({ of, broken }: Props) {
  const { t } = useWords('folders')
  const state = (rule: Rule) => (broken.includes(rule) ? 'wrong' : isOn(of, rule) ? 'on' : 'off')
  const box = (rule: Rule) => (
    <span className={style.box} data-state={state(rule)} data-rule={rule}>
      {t(rule === 'visible' && !of.visible ? 'necesita.visible.no' : `necesita.${rule}.nombre`)}
    </span>
  )
  return (
    <section className={style.needs}>
      <h2>{t('necesita.titulo')}</h2>
      <div className={style.drawing} aria-hidden>
        {box('visible')}
        <svg viewBox="0 0 300 40" preserveAspectRatio="none">
          {lines.map(([rule, path]) => (
            <path key={rule} d={path} data-state={state(rule)} />
          ))}
        </svg>
        {box('idTemplate')}
        {box('firmable')}
        {box('bloquea')}
        <svg viewBox="0 0 300 28" preserveAspectRatio="none">
          <path d="M150 0V28" data-state={state('efimero')} />
        </svg>
        {box('efimero')}
      </div>
      {broken.length > 0 && (
        <p className="second" aria-hidden>
          {t('necesita.leyenda')}
        </p>
      )}
      <ul className="only-read-aloud">
        {ruleNames.map((rule) => (
          <li key={rule}>
            {t(`necesita.${rule}.nombre`)}: {t(`necesita.estado.${state(rule)}`)}.{' '}
            {t(`necesita.${rule}.${state(rule) === 'wrong' ? 'falta' : 'dice'}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
