import { Button, Menu, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../texts/useWords.ts'
import { FilterChip } from './FilterChip.tsx'
import type { Filter } from './filters.ts'
import type { ListState } from './useListState.ts'
import { isTyping } from './list-keys.ts'
import style from './ListTools.module.css'

interface Props {
  state: ListState
  placeholder: string
  filters?: readonly Filter[]
  /** Content at the end of the line: saved views, columns. */
  children?: ReactNode
}

/** The search field and the filters as chips. `/` focuses the search. */
export function ListTools({ state, placeholder, filters = [], children }: Props) {
  const { t } = useWords()
  const [fresh, setFresh] = useState<string | null>(null)
  const shown = filters.filter(({ name }) => state.filters[name] || name === fresh)
  const others = filters.filter((each) => !shown.includes(each))
  const any = state.search !== '' || Object.keys(state.filters).length > 0
  return (
    <div className={`${style.tools} row wrap gap-8`}>
      <Search state={state} placeholder={placeholder} />
      {shown.map((filter) => (
        <FilterChip
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
              <IconPlus size={16} aria-hidden /> {t('lista.filtro')}
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
      {children && <span className={style.end}>{children}</span>}
    </div>
  )
}

function Search({ state, placeholder }: { state: ListState; placeholder: string }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(state.search)
  const field = useRef<HTMLInputElement>(null)
  const { search, setSearch } = state
  const sent = useRef(search)
  const send = () => {
    sent.current = typed
    setSearch(typed)
  }
  // Typed text is written to the address after a pause; an outside change of the address ("clear") wins. Our own change
  // may arrive after further typing and is ignored.
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
      leftSection={<IconSearch size={18} aria-hidden />}
      autoComplete="off"
    />
  )
}
