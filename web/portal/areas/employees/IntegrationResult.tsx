import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { employeeImport, groupLines, type ImportGroup, type ResultGroup } from '#contract/employees/import.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useSavedFile } from './useSavedFile.ts'

const groups = Object.keys(groupLines) as ResultGroup[]
const faultFields = ['cuil', 'estado', 'linea'] as const

/** Answers a function that names the group of a file of integration profiles that fails in a field. */
export function useIntegrationGroup(): (field: string) => string {
  const { t } = useWords('employees-integration')
  return (field) => t(`campo.${faultFields.find((one) => one === field) ?? 'perfiles'}`)
}

/** Downloads the lines of a group of a finished file, where it is one of the four that have a file. */
export function SaveGroup({ id, wanted }: { id: number; wanted: { grupo: ImportGroup; campo?: string } }) {
  const { t } = useWords('employees-integration')
  const save = useSavedFile()
  const group = groups.find((one) => {
    const lines: { grupo: ImportGroup; campo?: string } = groupLines[one]
    return lines.grupo === wanted.grupo && lines.campo === wanted.campo
  })
  if (!group) return null
  return (
    <ActionIcon
      aria-label={t('bajarGrupo', { grupo: t(`grupo.${group}`) })}
      onClick={() => void save(employeeImport.faulty, { id, grupo: group })}
    >
      <IconDownload size={18} />
    </ActionIcon>
  )
}
