import { ActionIcon } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Prints the open tab of a file, without what surrounds it. */
export function PrintButton() {
  const { t } = useWords('employees-file')
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('imprimir')}
      title={t('imprimir')}
      onClick={() => print()}
    >
      <IconPrinter size={18} />
    </ActionIcon>
  )
}
