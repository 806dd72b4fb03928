import type { sexes } from '#contract/employees/record.ts'
import type { SectionField } from '#contract/self-service/sections.ts'
import { countryName } from '../texts/country-name.ts'
import { useWords } from '../texts/useWords.ts'

/** The words of fields that people change themselves, and of their values. */
export function useFieldText(): {
  label: (field: string) => string
  text: (field: string, value: string | null) => string
} {
  const { t } = useWords('self-service')
  return {
    label: (field) => t(`campo.${field as SectionField}`),
    text: (field, value) => {
      if (value === null || value === '') return t('yo.nada')
      if (field === 'sex') return t(`genero.${value as (typeof sexes)[number]}`)
      return field === 'pais' ? countryName(value) : value
    },
  }
}
