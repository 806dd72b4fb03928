import { Button, Radio } from '@mantine/core'
import type { brand } from '#contract/company/brand.ts'
import { bind, errorLine } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Props {
  form: Form<typeof brand.setColours>
  suggestions: ReadonlyMap<string, string>
}

/** Whether icons and words of the header are black or white. */
export function IconTextField({ form, suggestions }: Props) {
  const { t } = useWords('company')
  const { id, label, description, required, error } = bind({
    form,
    name: 'texto_icono',
    label: t('color.iconos'),
    help: t('color.iconosAyuda'),
  })
  const value = form.values.texto_icono
  const suggestion = suggestions.get('texto_icono')
  const nameOf = (colour: string) => t(colour === '#000000' ? 'color.negro' : 'color.blanco')
  return (
    <div>
      <Radio.Group
        id={id}
        label={label}
        description={description}
        required={required}
        withAsterisk={required}
        error={error ?? errorLine(suggestion && t('color.noSeLeeIconos'))}
        value={typeof value === 'string' ? value : null}
        onChange={(chosen) => form.set('texto_icono', chosen)}
      >
        <div className="row gap-16">
          {['#000000', '#ffffff'].map((colour) => (
            <Radio key={colour} value={colour} label={nameOf(colour)} disabled={form.busy} />
          ))}
        </div>
      </Radio.Group>
      {suggestion && (
        <Button size="compact-sm" mt={6} onClick={() => form.set('texto_icono', suggestion)}>
          {t('color.usar', { color: nameOf(suggestion).toLowerCase() })}
        </Button>
      )}
    </div>
  )
}
