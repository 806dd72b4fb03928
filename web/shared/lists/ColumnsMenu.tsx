import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useWords } from '../texts/useWords.ts'
import type { ListState } from './useListState.ts'
import style from './ListTools.module.css'

interface Props {
  state: ListState
  /** The columns that can be had, and whether the list shows them by itself. */
  columns: readonly { id: string; header: string; usual: boolean }[]
}

/** Which columns a list shows: kept in its address, and in its saved views. */
export function ColumnsMenu({ state, columns }: Props) {
  const { t } = useWords()
  const usual = columns.filter((column) => column.usual).map(({ id }) => id)
  const chosen = state.columns ?? usual
  const toggle = (id: string) => {
    const next = columns.map((column) => column.id).filter((each) => chosen.includes(each) !== (each === id))
    state.setColumns(next.join() === usual.join() ? null : next)
  }
  return (
    <Popover position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          className={style.columns ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('lista.columnas')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={style.choices ?? ''}>
        {columns.map(({ id, header }) => (
          <Checkbox key={id} label={header} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
        {state.columns && (
          <Button variant="subtle" size="compact-sm" onClick={() => state.setColumns(null)}>
            {t('lista.columnasPropias')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
