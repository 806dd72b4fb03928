import { Select } from '@mantine/core'
import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useImportField } from './importField.ts'
import style from './Import.module.css'

/** The columns whose titles aren't known: each may be assigned a field that no other column has. */
export function ImportColumns({ state }: { state: ImportState }) {
  const { t } = useWords('employees')
  const fieldName = useImportField()
  const assign = useAct(employeeImport.assign, { refresh: [employeeImport.one, employeeImport.lines] })
  const { columnas_ajenas: columns, campos_libres: free, paso } = state
  const open = columns.filter(({ campo }) => campo === null).length
  const named = (field: string) => ({ value: field, label: fieldName(field) })
  const ignored = { value: '', label: t('importar.ajenas.omitir') }
  // An import that was done shows only the columns of which something was read.
  const shown = paso === 'preview' ? columns : columns.filter(({ campo }) => campo !== null)
  if (shown.length === 0) return null
  return (
    <section className={style.columns}>
      {open > 0 && paso === 'preview' && <p>{t('importar.ajenas.titulo', { count: open })}</p>}
      <ul className="plain-list">
        {shown.map(({ posicion, titulo, campo }) => (
          <li key={posicion}>
            <span className="ellipsis">{titulo}</span>
            <span aria-hidden>→</span>
            <Select
              aria-label={t('importar.ajenas.columna', { columna: titulo })}
              data={[ignored, ...(campo ? [named(campo)] : []), ...free.map(named)]}
              value={campo ?? ''}
              allowDeselect={false}
              searchable
              disabled={paso !== 'preview' || assign.busy}
              onChange={(field) => assign.run({ id: state.id, posicion, campo: field || null })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
