import { IconCheck, IconPointFilled, IconX } from '@tabler/icons-react'
import type { PasswordPolicy } from '#contract/account/account.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './PasswordRules.module.css'

interface Props {
  policy: PasswordPolicy
  pass: unknown
  repass: unknown
}

/** The company's rules for a password, and which of them what is typed meets. */
export function PasswordRules({ policy, pass, repass }: Props) {
  const { t } = useWords(['account', 'certificates'])
  const typed = typeof pass === 'string' ? pass : ''
  const count = (pattern: RegExp) => typed.match(pattern)?.length ?? 0
  const length = Array.from(typed).length
  const lista = policy.caracterespespeciales.join(' ')
  const least = (
    key: 'letras' | 'numeros' | 'mayusculas' | 'especiales',
    wanted: number,
    has: number,
  ): Rule[] =>
    wanted > 0 ? [{ text: t(`politica.${key}`, { count: wanted, lista }), met: has >= wanted }] : []
  const rules: Rule[] = [
    {
      text: t('politica.largo', { minimo: policy.minimalongitud, maximo: policy.maximalongitud }),
      met: length >= policy.minimalongitud && length <= policy.maximalongitud,
    },
    ...least('letras', policy.minimalongitudletras, count(/\p{L}/gu)),
    ...least('numeros', policy.minimacantidaddigitos, count(/\d/g)),
    ...least('mayusculas', policy.minimacantidadmayusculas, count(/\p{Lu}/gu)),
    ...least('especiales', policy.minimacantidadcaracteresespeciales, count(/[^\p{L}\p{M}\p{N}]/gu)),
    { text: t('coinciden'), met: repass ? typed === repass : null },
  ]
  return (
    <div className={style.rules}>
      <ul>
        {rules.map(({ text, met }) => {
          const state = typed === '' || met === null ? 'unknown' : met ? 'met' : 'missing'
          const Mark = marks[state]
          return (
            <li key={text} data-state={state}>
              <Mark size={16} stroke={2.1} aria-hidden />
              {text}
              {state === 'met' && <span className="only-read-aloud">{t('politica.cumple')}</span>}
            </li>
          )
        })}
      </ul>
      <p className="quiet">
        {t('politica.alGuardar')} {t('certificates:alta.contrasenaAyuda')}
      </p>
    </div>
  )
}

interface Rule {
  text: string
  /** Null: not known yet. */
  met: boolean | null
}

const marks = { met: IconCheck, missing: IconX, unknown: IconPointFilled }
