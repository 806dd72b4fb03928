import { NativeSelect, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseForAlways } from './language.ts'
import style from './account.module.css'

const schemes = [
  ['light', 'clara'],
  ['dark', 'oscura'],
  ['auto', 'sistema'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

/** The language, which is the person's on every device, and the look, which is this device's, as `children` is. */
export function LanguageAndLook({ children }: { children?: ReactNode }) {
  const { t, i18n } = useTranslation('shell')
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
      <label className={`${style.row} row gap-12`} data-choice>
        <span className={`${style.words} grow`}>{t('cuenta.apariencia')}</span>
        <NativeSelect
          className={style.select ?? ''}
          value={colorScheme}
          onChange={(event) => {
            const chosen = schemes.find(([value]) => value === event.currentTarget.value)
            if (chosen) setColorScheme(chosen[0])
          }}
        >
          {schemes.map(([value, word]) => (
            <option key={value} value={value}>
              {t(`cuenta.${word}`)}
            </option>
          ))}
        </NativeSelect>
      </label>
      {children && (
        <div className={`${style.row} row gap-12`}>
          <div className={`${style.words} grow`}>{children}</div>
        </div>
      )}
    </div>
  )
}
