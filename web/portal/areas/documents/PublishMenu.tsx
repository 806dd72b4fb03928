import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconChevronDown,
  IconFiles,
  IconReceipt,
  IconUpload,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DocumentsPage.module.css'

/** The ways to publish: the first that the viewer may take is the button's own. */
const ways = [
  ['publishPersonal', 'uno', IconFiles],
  ['publishMassive', 'recibos', IconReceipt],
  ['publishGeneric', 'muchos', IconUsers],
] as const satisfies readonly (readonly [ScreenId, string, Icon])[]

/** Publishes one document, or opens the other ways: the month's receipts, and the same to many. */
export function PublishMenu({ filled }: { filled: boolean }) {
  const { t } = useWords('documents')
  const viewer = useViewer()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const mine = ways.filter(([id]) => mayOpen(viewer, screenOf(id).need))
  const [first] = mine
  if (!first) return null
  const variant = filled ? 'filled' : 'default'
  const own = (
    <Button
      component={Link}
      to={screenOf(first[0]).path}
      variant={variant}
      leftSection={<IconUpload size={18} aria-hidden />}
    >
      {t(first[0] === 'publishPersonal' ? 'publicar' : `publicarQue.${first[1]}`)}
    </Button>
  )
  if (mine.length === 1) return own
  const choices = (
    <Menu.Dropdown>
      {mine.map(([id, word, Mark]) => (
        <Menu.Item
          key={id}
          component={Link}
          to={screenOf(id).path}
          leftSection={<Mark size={18} aria-hidden />}
        >
          {t(`publicarQue.${word}`)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  )
  // One button has room beside a phone's title, two have not.
  if (phone && filled)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant={variant} rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t('publicar')}
          </Button>
        </Menu.Target>
        {choices}
      </Menu>
    )
  return (
    <Button.Group>
      {own}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant={variant}
            size={36}
            className={style.joined ?? ''}
            aria-label={t('publicarQue.abrir')}
          >
            <IconChevronDown size={18} />
          </ActionIcon>
        </Menu.Target>
        {choices}
      </Menu>
    </Button.Group>
  )
}
