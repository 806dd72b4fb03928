import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Concern, shell } from '#contract/shell/shell.ts'
import { call } from '#web/shared/calls/call.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useConcernLine } from './useConcernLine.ts'
import { useConcerns } from './useWaiting.ts'
import style from './Header.module.css'

/** The bell: tasks for people with the viewer's rights. Its number counts those newer than the last look. */
export function Bell() {
  const { t } = useWords('shell-frame')
  const [opened, { open, close }] = useDisclosure()
  const { data } = useConcerns()
  const refresh = useRefresh()
  // Tasks that were new when the bell was opened stay marked until it is closed.
  const [since, setSince] = useState<string | null>(null)
  const concerns = data?.avisos ?? []
  const fresh = concerns.filter(({ desde }) => isNew(desde, data?.visto ?? null)).length
  const look = () => {
    setSince(data?.visto ?? null)
    open()
    if (fresh > 0) void call(shell.seen, {}).then(() => refresh(shell.concerns))
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width="min(360px, calc(100vw - 32px))"
      position="bottom-end"
      offset={18}
      middlewares={{ shift: { padding: 16 } }}
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          className={style.bell}
          aria-expanded={opened}
          aria-label={fresh > 0 ? t('campana.nuevos', { count: fresh }) : t('campana.titulo')}
          onClick={() => (opened ? close() : look())}
        >
          <span className={style.bellMark}>
            <IconBell size={20} />
            {fresh > 0 && (
              <span className={`figures ${style.bellCount}`} aria-hidden>
                {fresh > 9 ? '9+' : fresh}
              </span>
            )}
          </span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={style.floatTitle}>{t('campana.titulo')}</h2>
        {concerns.length === 0 && <p className={style.floatEmpty}>{t('campana.nada')}</p>}
        <ul className={style.floatList}>
          {concerns.map((concern) => (
            <li key={`${concern.clase}.${concern.id ?? ''}`}>
              <Line concern={concern} fresh={isNew(concern.desde, since)} onGo={close} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Line({ concern, fresh, onGo }: { concern: Concern; fresh: boolean; onGo: () => void }) {
  const { t } = useWords('shell-frame')
  const { mark: Mark, title, reason, when, to } = useConcernLine()(concern)
  return (
    <Link to={to} className={`${style.concern} focus-ring flex gap-12`} onClick={onGo}>
      <Mark size={19} aria-hidden />
      <span>
        <b>
          {title}
          {fresh && <i aria-label={t('campana.nuevo')} role="img" />}
        </b>
        {reason && <span>{reason}</span>}
        <span className="quiet figures">{when}</span>
      </span>
    </Link>
  )
}

const isNew = (since: string, seen: string | null) => seen === null || since > seen
