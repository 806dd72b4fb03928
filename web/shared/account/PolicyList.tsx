import { IconCheck, IconPoint, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { laterOf, type Rule } from '../password-policy.ts'
import type { PasswordPolicy } from '#contract/account.ts'
import { useAccountWords } from './useAccountWords.ts'
import style from './account.module.css'

/** The policy's rules, each answered while a password is typed, and what only saving tells. */
export function PolicyList({ rules, policy }: { rules: readonly Rule[]; policy: PasswordPolicy }) {
  const { t } = useTranslation('account')
  const words = useAccountWords()
  return (
    <section aria-label={t('politica.titulo')}>
      <ul className={style.rules}>
        {rules.map(({ key, text, met }) => (
          <li key={key} data-met={met ?? undefined}>
            {met === null ? (
              <IconPoint size={16} aria-hidden />
            ) : met ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconX size={16} aria-hidden />
            )}
            <span>{text}</span>
            <span className="only-read-aloud">
              {t(met === null ? 'politica.sinSaber' : met ? 'politica.cumple' : 'politica.noCumple')}
            </span>
          </li>
        ))}
      </ul>
      <p className={`quiet ${style.later}`}>{laterOf(policy, words)}</p>
    </section>
  )
}
