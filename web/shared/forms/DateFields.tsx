import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import type { Call } from '#contract/call.ts'
import { useWords } from '../texts/useWords.ts'
import { bind, type FieldProps } from './fields.tsx'
import 'dayjs/locale/es.js'
import 'dayjs/locale/pt-br.js'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import dayjs from 'dayjs'

dayjs.extend(customParseFormat)

interface Limits {
  /** ISO days: the first and the last that can be chosen. */
  min?: string
  max?: string
}

const locale = () => (document.documentElement.lang.startsWith('pt') ? 'pt-br' : 'es')
const typed = ['D/M/YYYY', 'D/M/YY', 'DD/MM/YYYY', 'DDMMYYYY', 'YYYY-MM-DD']

/** A day, typed as dd/mm/yyyy or chosen; the form's value is ISO. */
export function DateField<C extends Call>(props: FieldProps<C> & Limits) {
  const { form, name, min, max } = props
  const value = form.values[name]
  return (
    <DayInput
      {...bind(props)}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => form.set(name, day)}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
    />
  )
}

interface DayProps extends Omit<DateInputProps, 'value' | 'onChange'> {
  /** ISO; empty where there is none. */
  value: string
  onChange: (day: string) => void
}

/** The same outside of a form. */
export function DayInput({ value, onChange, ...props }: DayProps) {
  const { t } = useWords()
  return (
    <DateInput
      {...props}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      dateParser={(text) => {
        const day = dayjs(text, typed, true)
        return day.isValid() ? day.format('YYYY-MM-DD') : null
      }}
      valueFormat="DD/MM/YYYY"
      placeholder={t('formulario.fecha')}
      locale={locale()}
      firstDayOfWeek={1}
      rightSection={<IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  )
}
