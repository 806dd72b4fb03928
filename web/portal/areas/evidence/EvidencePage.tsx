import { Alert, Skeleton } from '@mantine/core'
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { documents } from '#contract/documents/documents.ts'
import { evidence, type EvidenceDifference } from '#contract/evidence.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { quoted } from '#web/shared/texts/quoted.ts'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './EvidencePage.module.css'

/** Differences that the nightly check of the evidence found, with the day of the check. */
export function EvidencePage() {
  const { t } = useWords('evidence')
  const { data, error, refetch } = useCall(evidence.differences, {})
  return (
    <PlainPage title={t('control.titulo')}>
      <h1>{t('control.titulo')}</h1>
      <p className={`second ${style.text}`}>{t('control.que')}</p>
      {error ? (
        <ErrorState error={error} title={t('control.error')} onRetry={() => void refetch()} />
      ) : data ? (
        <Checked of={data} />
      ) : (
        <Skeleton height={240} className={style.results ?? ''} />
      )}
    </PlainPage>
  )
}

/** Milliseconds after which a nightly check is missing: a night and half a day. */
const stale = 36 * 3_600_000

function Checked({ of: { revisado, total, diferencias } }: { of: AnswerOf<typeof evidence.differences> }) {
  const { t } = useWords('evidence')
  const { company } = useViewer()
  const text = useDifferenceText()
  const [openedAt] = useState(Date.now)
  if (revisado === null) return <EmptyState title={t('control.nunca')}>{t('control.nuncaTexto')}</EmptyState>
  const cuando = instantText(revisado, company.zona)
  if (total === 0 && openedAt - Date.parse(revisado) > stale)
    return (
      <Alert
        color="warn"
        className={style.results ?? ''}
        icon={<IconShieldExclamation aria-hidden />}
        title={t('control.viejo')}
      >
        {t('control.viejoTexto', { cuando })}
      </Alert>
    )
  if (total === 0)
    return (
      <Alert
        color="ok"
        className={style.results ?? ''}
        icon={<IconShieldCheck aria-hidden />}
        title={t('control.ninguna')}
      >
        {t('control.ningunaTexto', { cuando })}
      </Alert>
    )
  const others = total - diferencias.length
  const unnamed = others > 0 && t('control.otras', { count: others, cuantos: numberText(others) })
  const summary = [
    t('control.cuando', { cuando }),
    `${t('control.lista')}: ${numberText(total)}`,
    ...diferencias.map(text),
    ...(unnamed ? [unnamed] : []),
  ]
  return (
    <div className={`column for-fingers gap-12 ${style.results}`}>
      <Alert color="bad" icon={<IconShieldExclamation aria-hidden />} title={t('control.aviso')}>
        {t('control.hacer')}
        <div className={`${style.copy} row wrap gap-8`}>
          <CopyButton label={t('control.copiar')} value={summary.join('\n')} worded />
        </div>
      </Alert>
      <div className={`${style.listed} row wrap apart`}>
        <h2>
          {t('control.lista')} <span className="figures">{numberText(total)}</span>
        </h2>
        <span className="second figures">{t('control.cuando', { cuando })}</span>
      </div>
      {diferencias.length > 0 && (
        <ul className="plain-list">
          {diferencias.map((one, place) => (
            // A check may find the same difference twice, so the key contains its index.
            <Line key={place} difference={one} />
          ))}
        </ul>
      )}
      {unnamed && <p className={`second ${style.text}`}>{unnamed}</p>}
    </div>
  )
}

function Line({ difference }: { difference: EvidenceDifference }) {
  const { t } = useWords('evidence')
  const text = useDifferenceText()
  const opens = useMay(documents.detail.need)
  const { documento } = difference
  return (
    <li className="row apart">
      <span>{text(difference)}</span>
      {documento !== null && opens && <Link to={paths.document(documento)}>{t('control.documento')}</Link>}
    </li>
  )
}

function useDifferenceText(): (difference: EvidenceDifference) => string {
  const { t } = useWords('evidence')
  const number = (of: number | null) => of !== null && t('numero', { numero: numberText(of) })
  return ({ clase, sello, hecho, documento, nombrado, revision, dia }) =>
    t(`diferencia.${clase}`, {
      seal: number(sello),
      event: number(hecho),
      document: nombrado ? nameOf(nombrado) : number(documento),
      revision,
      day: dia && dateText(dia),
    })
}

function nameOf({ tipo, periodo, colaborador }: NonNullable<EvidenceDifference['nombrado']>): string {
  return quoted([tipo, periodo && monthText(periodo), colaborador].filter(Boolean).join(', '))
}
