import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useHref, useLocation } from 'react-router'
import { screenAt } from '#contract/permissions/permissions.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { helpOf } from '../help.ts'
import style from './Frame.module.css'

/** Beside a screen's title: the page of help that explains it, in a tab of its own, so that no form is left. */
export function HelpLink() {
  const { t } = useWords('shell-frame')
  const { pathname } = useLocation()
  const page = helpOf(screenAt(pathname))
  const to = useHref(paths.help(page ?? undefined))
  if (!page) return null
  const label = t('guia.abrir', { pagina: t(`guia.pagina.${page}`) })
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={style.mark ?? ''}
        component="a"
        href={to}
        target="_blank"
        rel="noopener"
        aria-label={label}
      >
        <IconHelp size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
