import { Button, Loader, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { documents, type SectorTotals as Row } from '#contract/documents/documents.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Totals.module.css'

interface Props {
  state: ListState
  asked: InputOf<typeof documents.sectors>
}

/** Which filter each number opens, beside its sector. */
const columns = {
  total: { word: 'publicados', filters: {} },
  leidos: { word: 'leidosDe', filters: { lectura: ['leido'] } },
  conforme: { word: 'conformeDe', filters: { estado: ['conforme'] } },
  no_conforme: { word: 'no_conformeDe', filters: { estado: ['no_conforme'] } },
  pendiente: { word: 'pendienteDe', filters: { estado: ['pendiente'] } },
} as const
type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

/** The same numbers by sector, in what opens below the line. */
export function SectorTotals({ state, asked }: Props) {
  const { t } = useWords('documents')
  const [opened, setOpened] = useState(false)
  const answer = useCall(documents.sectors, asked, { enabled: opened })
  const open = (row: Row, column: Column) => {
    setOpened(false)
    state.setFilters({
      estado: [],
      lectura: [],
      ...(row.id && { sector: [String(row.id)] }),
      ...columns[column].filters,
    })
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('totales.porSector')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={style.sectors ?? ''}>
        {answer.error ? (
          <ErrorState
            error={answer.error}
            title={t('totales.porSector')}
            onRetry={() => void answer.refetch()}
          />
        ) : !answer.data ? (
          <Loader size={20} color="var(--text3)" role="status" aria-label={t('totales.porSector')} />
        ) : (
          <table className={`table of-figures figures ${style.bySector}`}>
            <thead>
              <tr>
                <th scope="col">{t('totales.sector')}</th>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {t(`totales.${columns[name].word}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.data.map((row) => {
                const sector = row.sector ?? t('totales.sinSector')
                return (
                  <tr key={row.id ?? 0}>
                    <th scope="row">{sector}</th>
                    {names.map((name) => (
                      <td key={name}>
                        {row.id && row[name] > 0 ? (
                          <button
                            type="button"
                            className={`${style.total} focus-ring`}
                            aria-label={t('totales.abrir', {
                              cuantos: numberText(row[name]),
                              que: t(`totales.${columns[name].word}`),
                              sector,
                            })}
                            onClick={() => open(row, name)}
                          >
                            {numberText(row[name])}
                          </button>
                        ) : (
                          numberText(row[name])
                        )}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
