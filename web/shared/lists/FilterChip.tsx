import { ActionIcon, Checkbox, NativeSelect, Popover, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { DayInput } from '../forms/DateFields.tsx'
import { useWords } from '../texts/useWords.ts'
import { chosenText, spanOf, spanValue, type Filter } from './filters.ts'
import style from './ListTools.module.css'

/** From so many options on there is a field to look for one. */
const manyOptions = 12

interface Props {
  filter: Filter
  values: readonly string[]
  opened: boolean
  onOpened: (opened: boolean) => void
  onChange: (values: readonly string[]) => void
}

/** An active filter as a chip with the chosen values; a press opens the options. */
export function FilterChip({ filter, values, opened, onOpened, onChange }: Props) {
  const { t } = useWords('words')
  return (
    <span className={style.chip}>
      <Popover position="bottom-start" opened={opened} onChange={onOpened} trapFocus withinPortal={false}>
        <Popover.Target>
          <button type="button" className={`${style.words} focus-ring`} onClick={() => onOpened(!opened)}>
            {filter.label}: <b>{chosenText(filter, values, t)}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={style.choices ?? ''}>
          <Options filter={filter} values={values} onChange={onChange} onDone={() => onOpened(false)} />
          {filter.range && <Span filter={filter} range={filter.range} values={values} onChange={onChange} />}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        size={24}
        aria-label={t('lista.quitarFiltro', { nombre: filter.label })}
        onClick={() => {
          onChange([])
          onOpened(false)
        }}
      >
        <IconX size={16} />
      </ActionIcon>
    </span>
  )
}

function Options({
  filter,
  values,
  onChange,
  onDone,
}: Pick<Props, 'filter' | 'values' | 'onChange'> & { onDone: () => void }) {
  const { t } = useWords('words')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const toggle = (value: string) => {
    if (filter.single) {
      onChange([value])
      return onDone()
    }
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  }
  // For a range, the options are possible limits.
  if (filter.range === 'months') return null
  return (
    <>
      {filter.options.length > manyOptions && (
        <TextInput
          type="search"
          aria-label={t('lista.buscarOpcion', { nombre: filter.label })}
          placeholder={t('lista.buscar')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {filter.options
        .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
        .map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
    </>
  )
}

function Span({
  filter,
  range,
  values,
  onChange,
}: Pick<Props, 'filter' | 'values' | 'onChange'> & { range: 'days' | 'months' }) {
  const { t } = useWords('words')
  const { from, to } = spanOf(values[0]) ?? { from: '', to: '' }
  const set = (from: string, to: string) => {
    const value = spanValue(from, to)
    onChange(value ? [value] : [])
  }
  const ends = [
    { label: t('lista.primero'), value: from, change: (text: string) => set(text, to) },
    { label: t('lista.ultimo'), value: to, change: (text: string) => set(from, text) },
  ]
  return (
    <div className={`${style.span} flex gap-12`}>
      {ends.map(({ label, value, change }) =>
        range === 'days' ? (
          <DayInput
            key={label}
            label={label}
            value={value}
            onChange={change}
            popoverProps={{ withinPortal: false }}
          />
        ) : (
          <NativeSelect
            key={label}
            label={label}
            value={value}
            data={[{ value: '', label: '–' }, ...filter.options]}
            onChange={(event) => change(event.currentTarget.value)}
          />
        ),
      )}
    </div>
  )
}
