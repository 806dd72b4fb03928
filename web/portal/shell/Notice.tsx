import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconTool,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { notifications, type NoticeColour } from '#contract/notifications.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dismissedNotices, dismissNotice } from '#web/shared/session/visit.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Notice.module.css'

const minute = 60_000

interface Shown {
  id: number
  revision: number
  tipo: NoticeColour
  titulo: string
  aviso: string
  enlace: string | null
  dismiss: (() => void) | null
}

/**
 * The operator's notice on this screen. A service outage comes first and stays; otherwise the most urgent notice that
 * wasn't dismissed in this session: sticky ones on every screen, the others at home.
 */
export function useNotice(pathname: string): Shown | null {
  const { data: outage } = useCall(notifications.serviceOutage, {}, { every: 5 * minute })
  const { data: notices } = useCall(notifications.push, {}, { every: 5 * minute })
  const [dismissed, setDismissed] = useState(dismissedNotices)
  if (outage) return { ...outage, tipo: 'red', dismiss: null }
  const notice = notices?.find(
    ({ id, revision, sticky }) =>
      (sticky || pathname === paths.home()) && !dismissed.includes(`${id}.${revision}`),
  )
  if (!notice) return null
  return { ...notice, dismiss: () => setDismissed(dismissNotice(`${notice.id}.${notice.revision}`)) }
}

const marks: Record<NoticeColour, Icon> = {
  red: IconAlertTriangle,
  yellow: IconTool,
  blue: IconInfoCircle,
  green: IconCircleCheck,
}

/** The notice above the header: the fact, what follows, where more is said, and how to be done with it. */
export function Notice({ notice }: { notice: Shown }) {
  const { t } = useWords('shell-frame')
  const Mark = marks[notice.tipo]
  return (
    <section
      className={`${style.notice} row gap-12`}
      data-colour={notice.tipo}
      aria-label={t('aviso.etiqueta')}
    >
      <Mark size={20} aria-hidden />
      <p>
        <b>{notice.titulo}</b> {notice.aviso}
      </p>
      {notice.enlace && (
        <a href={notice.enlace} target="_blank" rel="noopener noreferrer">
          {t('aviso.detalle')}
        </a>
      )}
      {notice.dismiss && (
        <ActionIcon aria-label={t('aviso.cerrar')} onClick={notice.dismiss}>
          <IconX size={18} />
        </ActionIcon>
      )}
    </section>
  )
}
