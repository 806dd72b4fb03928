import { Button } from '@mantine/core'
import type { brand } from '#contract/company/brand.ts'
import type { BrandColours } from '#contract/palette.ts'
import { ColourInput } from '#web/shared/forms/ColourInput.tsx'
import { bind, errorLine } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Brand.module.css'

const faultTexts = {
  primario: 'color.noSeLeePrimario',
  activo: 'color.noSeLeeActivo',
  secundario: 'color.noSeLeeTitulo',
  titulo: 'color.noSeLeeTitulo',
} as const

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
  const { t } = useWords('company')
  const value = form.values[name]
  const suggestion = suggestions.get(name)
  const bound = bind({ form, name, label, help })
  return (
    <div>
      <ColourInput
        {...bound}
        error={bound.error ?? errorLine(suggestion && t(faultTexts[name]))}
        value={typeof value === 'string' ? value : ''}
        pickLabel={t('color.elegir', { color: label })}
        onChange={(colour) => form.set(name, colour)}
      />
      {suggestion && (
        <Button size="compact-sm" mt={6} onClick={() => form.set(name, suggestion)}>
          <i className={style.dot} style={{ background: suggestion }} />
          {t('color.usarLegible', { color: suggestion })}
        </Button>
      )}
    </div>
  )
}
