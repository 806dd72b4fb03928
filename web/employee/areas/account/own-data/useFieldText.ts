import { useTranslation } from 'react-i18next'
import type { SectionField } from '#contract/self-service/sections.ts'

/** The words of fields of one's own record, and of their values. */
export function useFieldText(): {
  label: (field: string) => string
  text: (field: string, value: string | null) => string
} {
  const { t } = useTranslation('self-service')
  return {
    label: (field) => t(`campo.${field as SectionField}`),
    text: (field, value) => {
      if (value === null || value === '') return t('yo.nada')
      return field === 'sex' ? t(`genero.${value as 'man' | 'woman' | 'non_binary' | 'undisclosed'}`) : value
    },
  }
}
