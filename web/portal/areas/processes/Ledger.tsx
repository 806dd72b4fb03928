import { Fragment } from 'react'
import { Link } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import type { BalanceCount, FollowUp } from '#contract/processes/follow-up.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { searchOf, type Narrowing } from './search-links.ts'
import style from './FollowUp.module.css'

interface Entry {
  name: BalanceCount
  count: number
  narrows?: Narrowing
  meaning?: 'bad' | 'warn'
}

/** The publication as a balance: published by signature, people by their mail, and how many read. */
export function Ledger({ followed }: { followed: FollowUp }) {
  const { t } = useWords('processes')
  const { totales: sum, avisos: told } = followed
  const part = sum.publicados > 0 ? (100 * sum.leidos) / sum.publicados : 0
  const signed: Entry[] = [
    { name: 'conformes', count: sum.conformes, narrows: { estado: 'conforme' } },
    { name: 'no_conformes', count: sum.no_conformes, narrows: { estado: 'no_conforme' }, meaning: 'bad' },
    { name: 'sin_firmar', count: sum.sin_firmar, narrows: { estado: 'pendiente' }, meaning: 'warn' },
    ...(sum.sin_firma > 0
      ? [{ name: 'sin_firma' as const, count: sum.sin_firma, narrows: { estado: 'leido,sin_leer' } }]
      : []),
  ]
  const mailed: Entry[] = [
    { name: 'entregados', count: told.entregados },
    { name: 'rebotados', count: told.rebotados, meaning: 'bad' },
    ...(told.en_camino > 0 ? [{ name: 'en_camino' as const, count: told.en_camino }] : []),
    { name: 'sin_correo', count: told.sin_correo, narrows: { correo: 'sin' } },
    ...(told.no_pedidos > 0 ? [{ name: 'no_pedidos' as const, count: told.no_pedidos }] : []),
  ]
  return (
    <div className={`${style.ledger} flex wrap`} role="group" aria-label={t('seguir.balance')}>
      <Balance id={followed.id} total={sum.publicados} name="publicados" entries={signed} narrows={{}} />
      <Balance id={followed.id} total={told.personas} name="avisos" entries={mailed} />
      <div className={style.side}>
        <Figure
          id={followed.id}
          count={sum.leidos}
          label={t('seguir.numero.leidos', { count: sum.leidos, parte: numberText(part, 1) })}
          narrows={{ lectura: 'leido' }}
        />
        {sum.anulados > 0 && (
          <Figure
            id={followed.id}
            count={sum.anulados}
            label={t('seguir.numero.anulados', { count: sum.anulados })}
            narrows={{ estado: 'anulado' }}
          />
        )}
      </div>
    </div>
  )
}

function Balance({
  id,
  total,
  name,
  entries,
  narrows,
}: {
  id: number
  total: number
  name: 'publicados' | 'avisos'
  entries: readonly Entry[]
  narrows?: Narrowing
}) {
  const { t } = useWords('processes')
  return (
    <div className={style.balance}>
      <Figure id={id} count={total} label={t(`seguir.numero.${name}`, { count: total })} narrows={narrows} />
      {entries.map((entry, at) => (
        <Fragment key={entry.name}>
          <span className={style.sign} aria-hidden>
            {at === 0 ? '=' : '+'}
          </span>
          <Figure
            id={id}
            count={entry.count}
            label={t(`seguir.numero.${entry.name}`, { count: entry.count })}
            narrows={entry.narrows}
            meaning={entry.count > 0 ? entry.meaning : undefined}
          />
        </Fragment>
      ))}
    </div>
  )
}

interface FigureProps {
  id: number
  count: number
  label: string
  /** The search that it counts; without one it leads nowhere. */
  narrows?: Narrowing | undefined
  meaning?: 'bad' | 'warn' | undefined
}

function Figure({ id, count, label, narrows, meaning }: FigureProps) {
  const searches = useMay(documents.list.need)
  const words = (
    <>
      <b className="figures">{numberText(count)}</b>
      <span>{label}</span>
    </>
  )
  return narrows && searches && count > 0 ? (
    <Link className={`${style.figure} column`} data-meaning={meaning} to={searchOf(id, narrows)}>
      {words}
    </Link>
  ) : (
    <span className={`${style.figure} column`} data-meaning={meaning}>
      {words}
    </span>
  )
}
