import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { employeeImport, groupLines, type ImportState, type ResultGroup } from '#contract/employees/import.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useSavedFile } from './useSavedFile.ts'
import style from './IntegrationResult.module.css'

const groups = Object.keys(groupLines) as ResultGroup[]
const faultFields = ['cuil', 'estado', 'linea'] as const

/** Answers a function that names the group of a file of integration profiles that fails in a field. */
export function useIntegrationGroup(): (field: string) => string {
  const { t } = useTranslation('employees-integration')
  return (field) => t(`campo.${faultFields.find((one) => one === field) ?? 'perfiles'}`)
}

/** The four groups of a finished file, each with its count and its lines as a file. */
export function IntegrationResult({ state: { id, cantidades, fallas } }: { state: ImportState }) {
  const { t } = useTranslation('employees-integration')
  const save = useSavedFile()
  const countOf = (group: ResultGroup) => {
    const { grupo, ...field } = groupLines[group]
    if (!('campo' in field)) return cantidades[grupo]
    return fallas.find(({ campo }) => campo === field.campo)?.cantidad ?? 0
  }
  return (
    <section className={style.result} aria-label={t('resultado')}>
      <ul className="plain-list">
        {groups.map((group) => {
          const count = countOf(group)
          const name = t(`grupo.${group}`)
          return (
            <li key={group} className="panel">
              <b className="figures">{numberText(count)}</b>
              <span className="second">{name}</span>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconDownload size={16} aria-hidden />}
                disabled={count === 0}
                aria-label={t('bajarGrupo', { grupo: name })}
                onClick={() => void save(employeeImport.faulty, { id, grupo: group })}
              >
                {t('bajar')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
