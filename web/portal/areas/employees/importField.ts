import { useWords } from '#web/shared/texts/useWords.ts'
import { sectionNames, sections, type FieldName } from './sections.ts'
import { useFieldLabel } from './record.tsx'

/** Answers a function that names a field that a spreadsheet may have; the line as a whole is named too. */
export function useImportField(): (field: string) => string {
  const { t } = useWords(['employees', 'employees-ends'])
  const label = useFieldLabel()
  return (field) => {
    const ofEnds = (['fechabaja', 'observaciones', 'motivo'] as const).find((name) => name === field)
    if (ofEnds) return t(`employees-ends:columna.${ofEnds}`)
    const known = sectionNames
      .flatMap((section): readonly FieldName[] => sections[section])
      .find((name) => name === field)
    return known ? label(known) : t('importar.laFila')
  }
}
