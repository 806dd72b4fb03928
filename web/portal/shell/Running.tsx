import { Popover, Progress, RingProgress } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'
import { processes } from '#contract/processes/processes.ts'
import type { RunningWork } from '#contract/shell/shell.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useRunning } from './useWaiting.ts'
import style from './Header.module.css'

/** How far one's own long work is that runs, or how much of it waits for somebody; opens its list. */
export function Running({ narrow }: { narrow: boolean }) {
  const { t } = useWords('shell-frame')
  const [opened, { toggle, close }] = useDisclosure()
  const manages = useMay(processes.list.need)
  const { data: works = [] } = useRunning()
  if (works.length === 0) return null
  const runs = works.filter(({ espera }) => !espera)
  const done = runs.reduce((sum, { hechos }) => sum + hechos, 0)
  const total = runs.reduce((sum, work) => sum + work.total, 0)
  const part = total > 0 ? Math.floor((100 * done) / total) : 0
  const words =
    runs.length > 0
      ? t('procesos.resumen', { count: runs.length, parte: part })
      : t('procesos.esperan', { count: works.length })
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width="min(340px, calc(100vw - 32px))"
      position="bottom-end"
      middlewares={{ shift: { padding: 16 } }}
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={`${style.running} focus-ring row gap-8`}
          aria-expanded={opened}
          aria-label={narrow ? words : undefined}
          onClick={toggle}
        >
          {runs.length > 0 ? (
            <RingProgress
              size={20}
              thickness={3}
              roundCaps
              sections={[{ value: part, color: 'var(--edge)' }]}
              aria-hidden
            />
          ) : (
            <IconClock size={20} color="var(--warn)" aria-hidden />
          )}
          {!narrow && <span className="figures">{words}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={style.floatTitle}>{t('procesos.titulo')}</h2>
        <ul className={style.floatList}>
          {works.map((work) => (
            <li key={`${work.clase}.${work.id}`}>
              <Work work={work} onGo={close} />
            </li>
          ))}
        </ul>
        {manages && (
          <Link className={style.floatAll ?? ''} to={paths.processes()} onClick={close}>
            {t('procesos.todos')}
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Work({ work, onGo }: { work: RunningWork; onGo: () => void }) {
  const { t } = useWords('shell-frame')
  const { company } = useViewer()
  const manages = useMay(processes.list.need)
  const to =
    work.clase === 'importacion'
      ? paths.employeeImport(work.id)
      : work.clase === 'proceso' && manages
        ? `${paths.processes()}?abierto=${work.id}`
        : null
  const title = work.nombre || t(`procesos.${work.clase}`)
  return (
    <div className={`${style.floatRow} column gap-4`}>
      <b>
        {to ? (
          <Link to={to} onClick={onGo}>
            {title}
          </Link>
        ) : (
          title
        )}
      </b>
      <span className="second figures">
        {work.espera
          ? t('procesos.espera')
          : t('procesos.avance', { hechos: numberText(work.hechos), total: numberText(work.total) })}
      </span>
      {!work.espera && (
        <Progress value={work.total > 0 ? (100 * work.hechos) / work.total : 0} aria-label={title} />
      )}
      <span className="quiet figures">
        {t('procesos.desde', { desde: instantText(work.desde, company.zona) })}
      </span>
    </div>
  )
}
