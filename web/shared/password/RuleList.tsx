import type { PasswordPolicy } from '#contract/account/account.ts'
import type accountWords from '#locales/es/account.json'
import { Check, Cross, Dot } from '../look/outlines.tsx'
import { laterOf, type Rule } from './policy.ts'
import style from './password.module.css'

interface Props {
  rules: readonly Rule[]
  policy: PasswordPolicy
  words: typeof accountWords
  /** The company of the policy, where several are involved. */
  heading?: string | undefined
  /** The person's first password: neither history nor expiry concern it yet. */
  isFirst: boolean
}

/** The password policy: rules that are met, not met, not known yet, and checked only on saving. */
export function RuleList({ rules, policy, words, heading, isFirst }: Props) {
  const { politica } = words
  const told = rules.some(({ key }) => key === 'personales')
  return (
    <section aria-label={politica.titulo}>
      {heading && <p className={style.heading}>{heading}</p>}
      <ul className={`${style.rules} plain-list`}>
        {rules.map(({ key, text, met }) => (
          <li key={key} data-met={met ?? undefined}>
            {met === null ? <Dot size={16} /> : met ? <Check size={16} /> : <Cross size={16} />}
            <span>{text}</span>
            <span className="only-read-aloud">
              {met === null ? politica.sinSaber : met ? politica.cumple : politica.noCumple}
            </span>
          </li>
        ))}
      </ul>
      {isFirst ? (
        !told && <p className={style.later}>{politica.alGuardar}</p>
      ) : (
        <p className={style.later}>{laterOf(policy, words, told)}</p>
      )}
    </section>
  )
}
