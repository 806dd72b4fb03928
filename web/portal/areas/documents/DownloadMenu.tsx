import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconTableExport } from '@tabler/icons-react'
import { searchExports, type SearchExport } from '#contract/documents/exports.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DownloadMenu.module.css'

/** Downloads the search's results as a file. */
export function DownloadMenu({ onChoose }: { onChoose: (kind: SearchExport) => void }) {
  const { t } = useWords('documents-downloads')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={style.button ?? ''}
          aria-label={t('menu.titulo')}
          leftSection={<IconTableExport size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={style.words}>{t('menu.titulo')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('menu.que')}</Menu.Label>
        {searchExports.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {t(`menu.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
