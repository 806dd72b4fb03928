import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconBan, IconCircleCheck, IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import {
  type BalanceCount,
  type FollowUp,
  followUps,
  mailCounts,
  signatureCounts,
} from '#contract/processes/follow-up.ts'
import { reminders } from '#contract/reminders.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, instantText, numberText } from '#web/shared/texts/texts.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ResumeLeftovers } from '../../shell/Leftovers.tsx'
import { HourDialog } from './HourDialog.tsx'
import style from './Massive.module.css'

const icons = {
  successful: { Icon: IconCircleCheck, color: 'var(--ok)' },
  in_progress: { Icon: IconCircleCheck, color: 'var(--ok)' },
  completed_with_observations: { Icon: IconAlertTriangle, color: 'var(--warn)' },
  error: { Icon: IconAlertCircle, color: 'var(--bad)' },
  cancelled: { Icon: IconBan, color: 'var(--text3)' },
} as const

/** The result of a publication, the remedies where it failed, and the links onwards; `children` precede the sectors. */
export function Outcome({
  publication,
  children,
}: {
  publication: MassivePublication
  children?: ReactNode
}) {
  const { t } = useWords(['massive', 'processes'])
  const { company } = useViewer()
  const undoes = useMay([actions.undoPublication])
  const [changing, setChanging] = useState(false)
  const {
    id,
    archivo,
    creado_por,
    estado,
    avisos,
    progreso,
    visible_desde,
    programada,
    espera_liberacion,
    rechazo,
    quedan,
  } = publication
  const { Icon, color } = icons[estado]
  const nothing = estado === 'error' || estado === 'cancelled'
  const published = nothing ? 0 : progreso.hechos
  const later = published > 0 && visible_desde !== null && programada
  const reminds = useMay(reminders.create.need)
  const follows = useMay(followUps.one.need)
  const followed = useCall(followUps.one, { id }, { enabled: follows && published > 0 && !later }).data
  const figures = (counts: Readonly<Partial<Record<BalanceCount, number>>>, names: readonly BalanceCount[]) =>
    names
      .filter((name) => counts[name])
      .map(
        (name) =>
          `${numberText(counts[name] ?? 0)} ${t(`processes:seguir.numero.${name}`, { count: counts[name] ?? 0 })}`,
      )
      .join(' · ')
  return (
    <section className={`${style.outcome} column gap-12`}>
      <div className="row gap-10" role="status">
        <Icon size={24} color={color} aria-hidden />
        <h2>{t(`final.${estado}`)}</h2>
      </div>
      <p className="second">
        {[
          followed?.publicado &&
            t('final.publicado', { cuando: instantText(followed.publicado, company.zona) }),
          t('final.empezo', { quien: creado_por }),
          archivo,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {avisos.length > 0 && nothing && (
        <Alert color="bad" icon={<IconAlertCircle size={18} />}>
          {avisos.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Alert>
      )}
      <div className="figures">
        {!nothing && (
          <ul className={`${style.account} plain-list`} aria-label={t('final.cuenta.titulo')}>
            <Entry
              count={published}
              word={t('final.cuenta.publicados', { count: published })}
              more={
                followed &&
                figures(
                  followed.totales,
                  signatureCounts.filter((name) => name !== 'sin_firmar'),
                )
              }
              asks={
                followed && followed.totales.sin_firmar > 0
                  ? {
                      text: figures(followed.totales, ['sin_firmar']),
                      ...(reminds && { to: paths.reminders(id), act: t('final.recordar') }),
                    }
                  : undefined
              }
            />
            {followed && followed.avisos.personas > 0 && (
              <Entry
                count={followed.avisos.personas}
                word={t('processes:seguir.numero.avisos', { count: followed.avisos.personas })}
                more={figures(
                  followed.avisos,
                  mailCounts.filter((name) => name !== 'rebotados'),
                )}
                asks={
                  followed.avisos.rebotados > 0
                    ? {
                        text: figures(followed.avisos, ['rebotados']),
                        to: paths.followUp(id),
                        act: t('final.verRebotados'),
                      }
                    : undefined
                }
              />
            )}
            {quedan && (
              <Entry
                count={quedan.cantidad}
                word={t('final.cuenta.quedan', { count: quedan.cantidad })}
                meaning="warn"
                more={t('final.quedanQue', { dia: dateText(quedan.hasta, company.zona) })}
              />
            )}
            {progreso.fallidos > 0 && (
              <Entry
                count={progreso.fallidos}
                word={t('final.cuenta.fallidos', { count: progreso.fallidos })}
                meaning="bad"
              />
            )}
          </ul>
        )}
        {later && (
          <>
            <p>{t('final.visible', { count: published, desde: instantText(visible_desde, company.zona) })}</p>
            <p>{t('final.hastaEntonces')}</p>
          </>
        )}
        {espera_liberacion && <p>{t('final.espera')}</p>}
        {rechazo && <p>{t('final.rechazo', { quien: rechazo.quien, motivo: rechazo.motivo ?? '' })}</p>}
        {nothing && <p>{t('final.nada')}</p>}
        {estado === 'error' && <p>{t('final.hacer')}</p>}
      </div>
      <div className={`${style.outcomeActs} flex wrap gap-8`}>
        {quedan && <ResumeLeftovers id={id} count={quedan.cantidad} of={archivo} filled />}
        {!nothing && (
          <Button component={Link} to={paths.followUp(id)} variant={quedan ? 'default' : 'filled'}>
            {t('final.seguir')}
          </Button>
        )}
        {later && !espera_liberacion && <Button onClick={() => setChanging(true)}>{t('final.hora')}</Button>}
        {later && undoes && (
          <Button component={Link} to={paths.undo(id)} color="bad">
            {t('final.deshacer')}
          </Button>
        )}
        <Button component={Link} to={paths.massive()} variant={nothing ? 'filled' : 'default'}>
          {t('final.otra')}
        </Button>
        {(nothing || progreso.fallidos > 0) && (
          <Button component={Link} to={`${paths.processes()}?abierto=${id}`} variant="default">
            {t('final.detalle')}
          </Button>
        )}
      </div>
      {children}
      {followed && followed.sectores.length > 1 && <BySector id={id} of={followed.sectores} />}
      {changing && <HourDialog publication={publication} onClose={() => setChanging(false)} />}
    </section>
  )
}

/** How many sectors are shown: all of them are in the follow-up. */
const mostSectors = 8

/** The sectors in which most signatures are missing. */
function BySector({ id, of }: { id: number; of: FollowUp['sectores'] }) {
  const { t } = useWords('processes')
  const rows = of.toSorted((one, other) => other.sin_firmar - one.sin_firmar).slice(0, mostSectors)
  return (
    <section className={style.bySector}>
      <h2>{t('seguir.porSector')}</h2>
      {of.length > mostSectors && (
        <p className="second">
          {t('seguir.masSinFirmar', { n: mostSectors })}{' '}
          <Link to={paths.followUp(id)} className={style.link}>
            {t('seguir.todosLosSectores')}
          </Link>
        </p>
      )}
      <table className="table of-figures figures">
        <thead>
          <tr>
            <th scope="col">{t('seguir.sector')}</th>
            <th scope="col">{t('seguir.publicados')}</th>
            <th scope="col">{t('seguir.leidos')}</th>
            <th scope="col">{t('seguir.sinFirmar')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id ?? 0}>
              <th scope="row">{row.sector ?? t('seguir.sinSector')}</th>
              <td>{numberText(row.publicados)}</td>
              <td>{numberText(row.leidos)}</td>
              <td>{numberText(row.sin_firmar)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface EntryProps {
  count: number
  word: string
  meaning?: 'warn' | 'bad'
  more?: string | undefined
  /** A part of it that asks for an act, with the link to it. */
  asks?: { text: string; to?: string; act?: string } | undefined
}

/** One line of the account: how many, and what became of them. */
function Entry({ count, word, meaning, more, asks }: EntryProps) {
  return (
    <li data-meaning={meaning}>
      <b className="figures">{numberText(count)}</b> <span>{word}</span>
      {more && <span className="second">{more}</span>}
      {asks && (
        <span className={style.asks}>
          {asks.text}
          {asks.to && (
            <>
              {' · '}
              <Link to={asks.to}>{asks.act}</Link>
            </>
          )}
        </span>
      )}
    </li>
  )
}
