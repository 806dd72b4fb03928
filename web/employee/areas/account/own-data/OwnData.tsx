import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type OwnSectionShown, selfService } from '#contract/self-service/self-service.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { shownName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { sectionIcons } from '#web/shared/self-service/section-icons.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../../shell/pages.module.css'

const order = ['address', 'contact', 'bank', 'identity'] as const

/** The sections of the person's own record, each with its present value or what waits. */
export function OwnData() {
  const { t } = useWords('self-service')
  const { data, error, refetch } = useCall(selfService.mine, {})
  const text = useSummary()
  if (error) return <ErrorState error={error} title={t('yo.error')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const shown = order.flatMap((section) => data.find(({ seccion }) => seccion === section) ?? [])
  return (
    <nav className={`${pages.list} panel`} aria-label={t('yo.titulo')}>
      {shown.map((one) => {
        const Mark = sectionIcons[one.seccion]
        return (
          <Link
            key={one.seccion}
            to={employeePaths.ownData(one.seccion)}
            className={`${pages.row} focus-ring row apart gap-12`}
          >
            <Mark size={22} aria-hidden className={one.pendiente ? 'warn' : 'quiet'} />
            <span className={pages.words}>
              <b>{t(`seccion.${one.seccion}`)}</b>
              <span className="second">{text(one)}</span>
            </span>
            <IconChevronRight size={20} aria-hidden className="quiet" />
          </Link>
        )
      })}
    </nav>
  )
}

/** A section in a few words. */
function useSummary(): (shown: OwnSectionShown) => string {
  const { t } = useWords('self-service')
  const { profile } = useViewer()
  return ({ seccion, actual, pendiente, congelada }) => {
    if (congelada) return t('yo.congelado')
    if (pendiente) return t('yo.esperando')
    const said = {
      address: [[actual['calle'], actual['numero']].filter(Boolean).join(' '), actual['ciudad']]
        .filter(Boolean)
        .join(', '),
      bank: lastOf(actual) && t('yo.cuentaTermina', { fin: lastOf(actual) }),
      contact: actual['mail_personal'] ?? actual['phone'],
      identity: actual['apodo'] ? t('yo.comoSeLlama', { nombre: actual['apodo'] }) : shownName(profile),
    }[seccion]
    return said || t('yo.nada')
  }
}

function lastOf({ cbu, cci, cuenta }: OwnSectionShown['actual']): string {
  return (cbu ?? cci ?? cuenta ?? '').slice(-4)
}
