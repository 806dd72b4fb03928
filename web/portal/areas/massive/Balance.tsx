import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Balance.module.css'

/** Pages and people, each as a sum that must match; a difference is a loss. */
export function Balance({
  publication: { paginas, esperados, archivo },
}: {
  publication: MassivePublication
}) {
  const { t } = useWords('massive')
  const zip = archivo.toLowerCase().endsWith('.zip')
  return (
    <div className={`${style.balances} flex wrap`} role="region" aria-label={t('cuenta.titulo')}>
      <Ledger
        label={t('cuenta.paginas')}
        total={paginas.total}
        word={t(zip ? 'cuenta.paginasDeZip' : 'cuenta.pagina', { count: paginas.total })}
        parts={[
          { figure: paginas.listas, word: t('cuenta.enListos') },
          { figure: paginas.excepciones, word: t('cuenta.enExcepciones'), warn: true },
          { figure: paginas.sueltas, word: t('cuenta.sueltas'), warn: true },
          ...(paginas.excluidas > 0
            ? [{ figure: paginas.excluidas, word: t('cuenta.excluidas', { count: paginas.excluidas }) }]
            : []),
        ]}
      />
      {esperados.total > 0 && (
        <Ledger
          label={t('cuenta.personas')}
          total={esperados.total}
          word={t('cuenta.esperado', { count: esperados.total })}
          parts={[
            { figure: esperados.listos, word: t('cuenta.conListo') },
            ...(esperados.en_excepcion > 0
              ? [{ figure: esperados.en_excepcion, word: t('cuenta.conExcepcion'), warn: true }]
              : []),
            {
              figure: esperados.ya_publicados,
              word: t('cuenta.yaPublicados', { count: esperados.ya_publicados }),
              warn: true,
            },
            { figure: esperados.sin_recibo, word: t('cuenta.sinRecibo'), warn: true },
          ]}
        />
      )}
    </div>
  )
}

interface Part {
  figure: number
  word: string
  warn?: boolean
}

function Ledger({
  label,
  total,
  word,
  parts,
}: {
  label: string
  total: number
  word: string
  parts: Part[]
}) {
  const { t } = useWords('massive')
  const lost = total - parts.reduce((sum, { figure }) => sum + figure, 0)
  return (
    <div
      className={`${style.ledger} flex at-top wrap`}
      role="group"
      aria-label={label}
      data-fits={lost === 0 || undefined}
    >
      <Sum figure={total} word={word} />
      {parts.map((part, at) => (
        <Sum key={part.word} sign={at === 0 ? '=' : '+'} {...part} />
      ))}
      {lost === 0 ? (
        <span className={`${style.fits} ok`}>
          <IconCheck size={16} aria-hidden /> {t('cuenta.cuadra')}
        </span>
      ) : (
        <span className={style.lost} role="alert">
          <IconAlertCircle size={16} aria-hidden />{' '}
          {t(lost > 0 ? 'cuenta.faltan' : 'cuenta.sobran', { cuantos: numberText(Math.abs(lost)) })}
        </span>
      )}
    </div>
  )
}

function Sum({ sign, figure, word, warn }: Part & { sign?: string }) {
  return (
    <>
      {sign && (
        <span className={style.sign} aria-hidden>
          {sign}
        </span>
      )}
      <span className={style.sum} data-warn={(warn && figure > 0) || undefined}>
        <b className="figures">{numberText(figure)}</b>
        <span>{word}</span>
      </span>
    </>
  )
}
