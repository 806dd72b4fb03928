import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../texts/useWords.ts'
import { chooseForAlways } from './language.ts'
import style from './account.module.css'

const schemes = [
  ['light', 'clara'],
  ['dark', 'oscura'],
  ['auto', 'sistema'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

/** The language, which is the person's on every device, and the look, which is this device's, as `children` is. */
export function LanguageAndLook({ children }: { children?: ReactNode }) {
  const { t, i18n } = useWords('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={`${style.panel} plain-list panel`}>
      <label className={`${style.row} row gap-12`} data-choice>
        <span className={`${style.words} grow`}>{t('cuenta.idioma')}</span>
        <NativeSelect
          className={style.select ?? ''}
          value={i18n.language.startsWith('pt') ? 'pt' : 'es'}
          onChange={(event) => void chooseForAlways(event.currentTarget.value === 'pt' ? 'pt' : 'es')}
        >
          <option value="es">{t('cuenta.es')}</option>
          <option value="pt">{t('cuenta.pt')}</option>
        </NativeSelect>
      </label>
      <div className={`${style.row} row gap-12`}>
        <span className={`${style.words} grow`}>{t('cuenta.apariencia')}</span>
        <SegmentedControl
          aria-label={t('cuenta.apariencia')}
          data={schemes.map(([value, word]) => ({ value, label: t(`cuenta.${word}`) }))}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </div>
      {children && (
        <div className={`${style.row} row gap-12`}>
          <div className={`${style.words} grow`}>{children}</div>
        </div>
      )}
    </div>
  )
}
