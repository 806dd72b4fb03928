import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { taxIdText } from '#web/shared/texts/TaxId.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useImportField } from './importField.ts'
import style from './Import.module.css'

interface Mended {
  state: Pick<ImportState, 'id' | 'paso'>
  linea: number
  campo: string
  /** The text in the file, or the one that was written instead. */
  now: string
}

/** A faulty cell as a field: what is written into it is read as if the file had it. */
export function MendedCell({ state, linea, campo, now: cell }: Mended) {
  const { t } = useWords('employees')
  // As its column shows it; hyphens are left out where it is read.
  const now = campo === 'cuil' ? taxIdText(cell) : cell
  const fieldName = useImportField()
  const [text, setText] = useState(now)
  const mend = useAct(employeeImport.mend, { refresh: [employeeImport.one] })
  const sent = useRef(now)
  const shut = mend.busy || state.paso !== 'preview'
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!entered || shut) return
    const valor = text.trim()
    const isSent = valor === sent.current && mend.error === null
    // A text that is entered while another is being saved follows it.
    if (!isSent && !mend.run({ id: state.id, linea, campo, valor })) return
    sent.current = valor
    setEntered(false)
  }, [entered, shut, text, mend, state.id, linea, campo])
  return (
    <TextInput
      size="xs"
      className={style.mended ?? ''}
      aria-label={t('importar.corregir', { campo: fieldName(campo), linea })}
      error
      value={text}
      maxLength={500}
      data-mended={`${linea} ${campo}`}
      readOnly={shut}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => setEntered(true)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') setEntered(true)
        if (key !== 'Escape') return
        setEntered(false)
        setText(now)
      }}
    />
  )
}
