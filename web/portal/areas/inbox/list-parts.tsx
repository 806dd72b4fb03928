import { useState } from 'react'
import { mostCounted } from '#contract/approvals.ts'
import { useTotalText } from '#web/shared/lists/useTotalText.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './InboxList.module.css'

const oneDay = 86_400_000
/** Days after which waiting is shown in amber. */
const longDays = 5

/** The days that something has waited. */
export function Waited({ since }: { since: string }) {
  const { t } = useWords('inbox')
  const [now] = useState(Date.now)
  const days = Math.floor((now - Date.parse(since)) / oneDay)
  return (
    <span className={`${style.days} figures`} data-long={days >= longDays || undefined}>
      {days < 1 ? t('hoy') : t('dias', { count: days })}
    </span>
  )
}

/** The keys that move in a list. */
export function MoveKeys() {
  const { t } = useWords('inbox')
  return (
    <span className={`${style.keys} row gap-4 second`}>
      <kbd>J</kbd>
      <kbd>K</kbd>
      {t('teclas.moverse')}
    </span>
  )
}

/** A number of the filters, which is counted no further than `mostCounted`. */
export function useCountText(): (count: number) => string {
  const totalText = useTotalText()
  return (count) => totalText({ total: Math.min(count, mostCounted), totalIsCapped: count > mostCounted })
}
