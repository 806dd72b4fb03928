import { MultiSelect } from '@mantine/core'
import { folders } from '#contract/folders/folders.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { WorkflowForm } from './workflow-form.ts'

interface Props {
  form: WorkflowForm
  /** Types that were chosen before, whether they are still offered or not. */
  known: readonly { id: number; nombre: string }[]
}

/** The document types on which the groups decide: those that employees may send, or all, where they decide on publications. */
export function TypesField({ form, known }: Props) {
  const { t } = useWords('workflows')
  const { data = [] } = useCall(folders.searchable, {})
  const value = form.values.tipos
  const chosen = Array.isArray(value) ? value.map(String) : []
  const offered = data
    .filter(
      ({ max_files, recibo, eform }) =>
        !eform && (form.values.tambien_publicado === true || (max_files !== null && !recibo)),
    )
    .map(({ idSubCarpeta, name }) => ({ value: String(idSubCarpeta), label: name }))
  const former = known
    .map(({ id, nombre }) => ({ value: String(id), label: nombre }))
    .filter((type) => !offered.some((one) => one.value === type.value))
  return (
    <MultiSelect
      {...bind({ form, name: 'tipos', label: t('alta.tipos'), help: t('alta.tiposAyuda') })}
      data={[...former, ...offered]}
      value={chosen}
      onChange={(values) => form.set('tipos', values.map(Number))}
      {...(chosen.length === 0 && { placeholder: t('alta.elegirTipos') })}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
