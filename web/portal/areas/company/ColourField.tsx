import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { brand } from '#contract/company/brand.ts'
import type { BrandColours } from '#contract/palette.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import style from './Brand.module.css'

interface Props {
  form: Form<typeof brand.setColours>
  name: Exclude<keyof BrandColours, 'texto_icono'>
  label: string
  help: string
  /** The nearest readable colour of each field whose text can't be read. */
  suggestions: ReadonlyMap<string, string>
}

/** A colour, picked or typed as #rrggbb; one that can't be read comes with the nearest that can. */
export function ColourField({ form, name, label, help, suggestions }: Props) {
  const { t } = useTranslation('company')
  const value = form.values[name]
  const hex = typeof value === 'string' ? value : ''
  const suggestion = suggestions.get(name)
  const bound = bind({ form, name, label, help })
  return (
    <div>
      <TextInput
        {...bound}
        error={bound.error ?? (suggestion ? t('color.noSeLee') : null)}
        value={hex}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => form.set(name, event.currentTarget.value.trim())}
        leftSection={
          <input
            type="color"
            className={style.picker}
            aria-label={t('color.elegir', { color: label })}
            value={/^#[0-9a-f]{6}$/i.test(hex) ? hex.toLowerCase() : '#ffffff'}
            disabled={form.busy}
            onChange={(event) => form.set(name, event.currentTarget.value)}
          />
        }
      />
      {suggestion && (
        <Button size="compact-sm" mt={6} onClick={() => form.set(name, suggestion)}>
          <i className={style.dot} style={{ background: suggestion }} />
          {t('color.usar', { color: suggestion })}
        </Button>
      )}
    </div>
  )
}
