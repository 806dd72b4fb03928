import { Checkbox } from '@mantine/core'
import { type me, mostAtOnce, type MyDocument } from '#contract/me/me.ts'
import { useDocumentName } from '#web/shared/mine/naming.ts'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './SignSheet.module.css'

interface Props {
  form: Form<typeof me.sign>
  documents: readonly Pick<MyDocument, 'id' | 'tipo' | 'periodo' | 'etiqueta'>[]
}

/** Which of the opened ones are signed together: none is chosen beforehand. */
export function ChooseDocuments({ form, documents }: Props) {
  const { t } = useWords('me')
  const name = useDocumentName()
  const chosen = chosenOf(form)
  const possible = documents.slice(0, mostAtOnce).map(({ id }) => id)
  const all = possible.every((id) => chosen.includes(id))
  return (
    <fieldset className={style.documents} disabled={form.busy}>
      <legend className="only-read-aloud">{t('firma.cuales')}</legend>
      <Checkbox
        className={style.all ?? ''}
        label={t('firma.todos', { count: possible.length })}
        checked={all}
        indeterminate={!all && chosen.length > 0}
        onChange={() => form.set('ids', all ? [] : possible)}
      />
      <ul>
        {documents.map((document) => {
          const on = chosen.includes(document.id)
          return (
            <li key={document.id}>
              <Checkbox
                label={name(document)}
                checked={on}
                disabled={!on && chosen.length >= mostAtOnce}
                onChange={() =>
                  form.set('ids', on ? chosen.filter((id) => id !== document.id) : [...chosen, document.id])
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** The documents that the form would sign. */
export function chosenOf(form: Form<typeof me.sign>): readonly number[] {
  const { ids } = form.values
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}
