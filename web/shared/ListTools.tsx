import { ActionIcon, Button, Checkbox, Menu, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListState } from './useListState.ts'
import style from './ListTools.module.css'

/** A filter that a list offers: its name in the address, its word, and what can be chosen. */
export interface Filter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Only one value at a time. */
  single?: boolean
}

interface Props {
  state: ListState
  placeholder: string
  filters?: readonly Filter[]
}

/** The search and the filters, as chips that can be read back. `/` goes to the search. */
export function ListTools({ state, placeholder, filters = [] }: Props) {
  const { t } = useTranslation()
  const [fresh, setFresh] = useState<string | null>(null)
  const shown = filters.filter(({ name }) => state.filters[name] || name === fresh)
  const others = filters.filter((each) => !shown.includes(each))
  const any = state.search !== '' || Object.keys(state.filters).length > 0
  return (
    <div className={style.tools}>
      <Search state={state} placeholder={placeholder} />
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          values={state.filters[filter.name] ?? []}
          opened={filter.name === fresh}
          onOpened={(opened) => setFresh(opened ? filter.name : null)}
          onChange={(values) => state.setFilter(filter.name, values)}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start" withinPortal={false}>
          <Menu.Target>
            <button type="button" className={`${style.add} focus-ring`}>
              <IconPlus size={16} stroke={1.6} aria-hidden /> {t('lista.filtro')}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => setFresh(name)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {any && (
        <Button variant="subtle" size="compact-sm" onClick={state.clear}>
          {t('accion.limpiar')}
        </Button>
      )}
    </div>
  )
}

function Search({ state, placeholder }: { state: ListState; placeholder: string }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(state.search)
  const field = useRef<HTMLInputElement>(null)
  const { search, setSearch } = state
  const sent = useRef(search)
  const send = () => {
    sent.current = typed
    setSearch(typed)
  }
  // What is typed gets to the address when the hand rests; what changed there otherwise ("clear") wins. Our own
  // words come back from it later, when more may have been typed: those don't count.
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(send, 300)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', toSearch)
    return () => removeEventListener('keydown', toSearch)
  }, [])
  return (
    <TextInput
      ref={field}
      className={style.search ?? ''}
      type="search"
      placeholder={placeholder}
      aria-label={t('lista.buscar')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && send()}
      // Now, and not while the way to what was pressed next is being loaded.
      onBlur={() => typed !== sent.current && send()}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      autoComplete="off"
    />
  )
}

interface ChipProps {
  filter: Filter
  values: readonly string[]
  opened: boolean
  onOpened: (opened: boolean) => void
  onChange: (values: readonly string[]) => void
}

function Chip({ filter, values, opened, onOpened, onChange }: ChipProps) {
  const { t } = useTranslation()
  const labels = values.map((value) => filter.options.find((each) => each.value === value)?.label ?? value)
  const words = labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : (labels[0] ?? '…')
  const toggle = (value: string) => {
    if (filter.single) {
      onChange([value])
      return onOpened(false)
    }
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  }
  return (
    <span className={style.chip}>
      <Popover position="bottom-start" opened={opened} onChange={onOpened} trapFocus withinPortal={false}>
        <Popover.Target>
          <button type="button" className={`${style.words} focus-ring`} onClick={() => onOpened(!opened)}>
            {filter.label}: <b>{words}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={style.choices ?? ''}>
          {filter.options.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={values.includes(value)}
              onChange={() => toggle(value)}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        size={22}
        aria-label={t('lista.quitarFiltro', { nombre: filter.label })}
        onClick={() => {
          onChange([])
          onOpened(false)
        }}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}

/** Whether a key was meant for a field, a menu or a dialog, and not for the list. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]'))
}
