import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { typeReading } from '#contract/folders/reading.ts'
import { TextField } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The variable parts of a file's name, as they are written. */
const parts = { id: '{id}', legajo: '{legajo}', periodo: '{periodo}', texto: '{*}' } as const
const names = ['id', 'legajo', 'periodo', 'texto'] as const

/** A file name's pattern, whose variable parts are added by buttons where the caret is. */
export function FileNameField({ form }: { form: Form<typeof typeReading.change> }) {
  const { t } = useWords(['folders', 'country'])
  const add = (part: string) => {
    const field = document.getElementById(`${form.id}-archivo`) as HTMLInputElement | null
    const text = typeof form.values.archivo === 'string' ? form.values.archivo : ''
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    form.set('archivo', `${text.slice(0, from)}${part}${text.slice(to)}`)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(from + part.length, from + part.length)
    })
  }
  const label = {
    id: t('country:cuil'),
    legajo: t('country:legajo'),
    periodo: t('lectura.parte.periodo'),
    texto: t('lectura.parte.texto'),
  }
  return (
    <div className="column gap-8">
      <TextField form={form} name="archivo" label={t('lectura.archivo')} help={t('lectura.archivoAyuda')} />
      <div className="row wrap gap-8" role="group" aria-label={t('lectura.partes')}>
        {names.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={form.busy}
            onClick={() => add(parts[name])}
          >
            {label[name]}
          </Button>
        ))}
      </div>
    </div>
  )
}
