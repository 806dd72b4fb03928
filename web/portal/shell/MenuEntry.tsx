import { Menu, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import { lazy, useId } from 'react'
import { Link } from 'react-router'
import type { MenuEntry } from '#web/shared/pages/menu.ts'
import { LazyPart } from '#web/shared/pages/LazyPart.tsx'
import { lazily } from '#web/shared/pages/lazily.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { InboxCount } from './useInboxCount.ts'
import style from './SideMenu.module.css'

const KnowMore = lazy(() => lazily(() => import('./KnowMore.tsx').then((it) => ({ default: it.KnowMore }))))

interface Props {
  entry: MenuEntry
  minimised: boolean
  /** The entry of the screen that is shown. */
  here: MenuEntry['id'] | null
  /** How many wait in the inbox, or null. */
  waiting: InboxCount | null
}

/** One entry: a link, a heading over its children, or a word about what this company hasn't got. */
export function Entry(props: Props) {
  const { entry } = props
  if (entry.children.length > 0) return props.minimised ? <Flyout {...props} /> : <Branch {...props} />
  return entry.to ? <Leaf {...props} /> : <Told {...props} />
}

const counted = (waiting: number) => (waiting > 99 ? '99+' : String(waiting))

function Leaf({ entry, minimised, here, waiting }: Props) {
  const { t } = useWords(['shell-screens', 'shell-frame'])
  const { id, to, icon: Mark } = entry
  const count = entry.badge && waiting && waiting.total > 0 ? waiting.total : null
  const said =
    count && waiting ? t(`shell-frame:bandeja.${waiting.of}`, { count, cuantos: counted(count) }) : null
  const name = [t(`shell-screens:${id}`), said].filter(Boolean).join(', ')
  return (
    <Tooltip label={minimised ? name : said} position="right" disabled={!minimised && said === null}>
      <Link
        to={to ?? ''}
        className={`${style.entry} focus-ring row gap-12`}
        aria-current={id === here ? 'page' : undefined}
        aria-label={minimised ? name : undefined}
      >
        <Mark size={19} aria-hidden />
        {!minimised && <span className="grow ellipsis">{t(`shell-screens:${id}`)}</span>}
        {count !== null && !minimised && (
          <>
            <span className={`figures ${style.count}`} aria-hidden>
              {counted(count)}
            </span>
            <span className="only-read-aloud">{said}</span>
          </>
        )}
        {count !== null && minimised && <span className={style.dot} />}
      </Link>
    </Tooltip>
  )
}

/** A heading that opens to its children. It is open while one of them is shown. */
function Branch({ entry, here }: Props) {
  const { t } = useWords('shell-screens')
  const id = useId()
  const within = entry.children.some((child) => child.id === here)
  const [chosen, { toggle }] = useDisclosure(false)
  const open = within !== chosen
  const { icon: Mark } = entry
  return (
    <>
      <button
        type="button"
        className={`${style.entry} focus-ring row gap-12`}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <Mark size={19} aria-hidden />
        <span className="grow ellipsis">{t(entry.id)}</span>
        <IconChevronDown size={16} aria-hidden className={style.chevron} />
      </button>
      <ul id={id} className={style.children} hidden={!open}>
        {entry.children.map((child) => (
          <li key={child.id}>
            <Link
              to={child.to ?? ''}
              className={`${style.entry} ${style.child} focus-ring row gap-12`}
              aria-current={child.id === here ? 'page' : undefined}
            >
              <span className="grow ellipsis">{t(child.id)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** In the minimised menu the children stand beside their mark. */
function Flyout({ entry, here }: Props) {
  const { t } = useWords('shell-screens')
  const { icon: Mark } = entry
  const within = entry.children.some((child) => child.id === here)
  return (
    <Menu position="right-start" offset={10} width={240} trigger="click-hover" openDelay={120}>
      <Menu.Target>
        <button
          type="button"
          className={`${style.entry} focus-ring row gap-12`}
          aria-label={t(entry.id)}
          data-within={within || undefined}
        >
          <Mark size={19} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(entry.id)}</Menu.Label>
        {entry.children.map((child) => (
          <Menu.Item
            key={child.id}
            component={Link}
            to={child.to ?? ''}
            aria-current={child.id === here ? 'page' : undefined}
          >
            {t(child.id)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Told({ entry, minimised }: Props) {
  const { t } = useWords(['shell-screens', 'shell-frame'])
  const [opened, { open, close }] = useDisclosure()
  const { icon: Mark } = entry
  return (
    <>
      <Tooltip
        label={minimised ? t(`shell-screens:${entry.id}`) : t('shell-frame:conocerMas.etiqueta')}
        position="right"
      >
        <button
          type="button"
          className={`${style.entry} focus-ring row gap-12`}
          aria-haspopup="dialog"
          aria-label={minimised ? t(`shell-screens:${entry.id}`) : undefined}
          onClick={open}
        >
          <Mark size={19} aria-hidden />
          {!minimised && <span className="grow ellipsis">{t(`shell-screens:${entry.id}`)}</span>}
          {!minimised && (
            <>
              <IconInfoCircle size={16} aria-hidden />
              <span className="only-read-aloud">{t('shell-frame:conocerMas.etiqueta')}</span>
            </>
          )}
        </button>
      </Tooltip>
      {opened && (
        <LazyPart>
          <KnowMore onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
