import { Switch } from '@mantine/core'
import { useId } from 'react'
import { useWords } from '../texts/useWords.ts'
import { useSingleKeys } from './list-keys.ts'

/** Puts the keys that act on lists out, or on again, on this device. */
export function SingleKeysSwitch() {
  const { t } = useWords('shell')
  const [on, setOn] = useSingleKeys()
  const described = useId()
  return (
    <Switch
      label={t('cuenta.teclas')}
      description={<span id={described}>{t('cuenta.teclasTexto')}</span>}
      aria-describedby={described}
      checked={on}
      onChange={({ currentTarget: { checked } }) => setOn(checked)}
    />
  )
}
