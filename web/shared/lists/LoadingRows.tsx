import { Skeleton, Table } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../texts/useWords.ts'

const widths = [62, 78, 48, 70, 56, 84, 62, 78, 52, 66, 58, 72]

/** Placeholder rows with the height and columns of the result, fading downwards; shown after a short delay. */
export function LoadingRows({ columns, boxes }: { columns: number; boxes: boolean }) {
  const { t } = useWords()
  const [felt, setFelt] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Table.Tbody aria-label={t('lista.cargando')}>
      {felt &&
        widths.map((width, row) => (
          <Table.Tr key={row} style={{ opacity: 1 - row / widths.length }} aria-hidden>
            {boxes && (
              <Table.Td>
                <Skeleton height={16} width={16} radius={4} />
              </Table.Td>
            )}
            {Array.from({ length: columns }, (_, column) => (
              <Table.Td key={column}>
                <Skeleton height={12} width={`${column === 0 ? width : 56}%`} radius={4} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
    </Table.Tbody>
  )
}
