import type { MassiveItem } from '#contract/massive/preview.ts'
import { taxIdText, WithHyphens } from '#web/shared/texts/TaxId.tsx'
import { listText } from '#web/shared/texts/listText.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { differing, placeOf } from './acts.ts'
import style from './Preview.module.css'

/** The id and name as read, with the digits that differ from the proposed id; the method where it wasn't the text. */
export function Read({ item }: { item: MassiveItem }) {
  const { t } = useWords('massive')
  const { id_leido, sugerencia, leido_por, grupo } = item
  // For an employee found by name all digits may differ: that is no typing mistake.
  const proposed = grupo === 'digito_incorrecto' ? sugerencia?.cuil : undefined
  return (
    <span className={style.read}>
      {id_leido ? (
        <>
          <span className="quiet">{t('lectura.seLeyo')}</span>{' '}
          {/* The marks would part the number for who hears it. */}
          <b className={`figures tax-id ${style.id}`} role="img" aria-label={taxIdText(id_leido)}>
            {differing(taxIdText(id_leido), proposed).map(({ text, differs }, at) =>
              differs ? <mark key={at}>{text}</mark> : <WithHyphens key={at} text={text} />,
            )}
          </b>
        </>
      ) : (
        <span className="quiet">{t('lectura.sinId')}</span>
      )}
      {leido_por === 'ocr' && (
        <>
          {' '}
          <ReadBy item={item} />
        </>
      )}
    </span>
  )
}

/** How it was read, where not as the text that it holds. */
export function ReadBy({ item: { leido_por, confianza } }: { item: MassiveItem }) {
  const { t } = useWords('massive')
  if (leido_por === 'ocr')
    return (
      <span className={style.ocr}>{t('lectura.ocr', { parte: numberText((confianza ?? 0) * 100, 1) })}</span>
    )
  return leido_por === 'text' ? null : <span className="quiet">{t('lectura.nombreArchivo')}</span>
}

/** 'p. 12', 'p. 12–13', or the file's name. */
export function usePlace(item: MassiveItem): string {
  const { t } = useWords('massive')
  const place = placeOf(item)
  if (item.archivo) return item.archivo
  if (!place) return ''
  return place.desde === place.hasta
    ? t('lectura.pagina', { pagina: numberText(place.desde) })
    : t('lectura.paginas', { desde: numberText(place.desde), hasta: numberText(place.hasta) })
}

type Recipient = NonNullable<MassiveItem['sugerencia']>

/** 'nombre, legajo 00412 y CUIL': in what the page agrees with somebody. */
function useWitnesses(): (who: Recipient) => string {
  const { t, i18n } = useWords(['massive', 'country'])
  return ({ iguales, legajo }) =>
    listText(
      iguales.map((what) => t(`igual.${what}`, { legajo: legajo ?? '', cuil: t('country:cuil') })),
      i18n.language,
    )
}

/** 'el nombre y el CUIL son de otra persona': the facts of the page that aren't somebody's; empty where all are. */
function useContradictions(): (who: Recipient) => string {
  const { t, i18n } = useWords(['massive', 'country'])
  return ({ distintos }) => {
    const names = distintos.map((what) => t(`igual.ajeno.${what}`, { cuil: t('country:cuil') }))
    const que = listText(names, i18n.language)
    return que && t('igual.deOtra', { count: names.length, que })
  }
}

/** 'Coinciden con la página: nombre y CUIL; el legajo es de otra persona'. */
export function Agreement({ who }: { who: Recipient }) {
  const { t } = useWords('massive')
  const count = who.iguales.length
  const que = useWitnesses()(who)
  const others = useContradictions()(who)
  const agrees = count === 0 ? t('igual.nada') : t('igual.texto', { count, que })
  return <>{[agrees, others].filter(Boolean).join('; ')}</>
}

/** Others to whom a fact of the page points, and its ids of nobody: said, never offered. */
export function Clues({ item: { indicios, ids_de_nadie } }: { item: MassiveItem }) {
  const { t } = useWords(['massive', 'country'])
  const witnesses = useWitnesses()
  const contradictions = useContradictions()
  if (indicios.length + ids_de_nadie.length === 0) return null
  return (
    <ul className={`second ${style.clues}`}>
      {indicios.map((who) => (
        <li key={who.id}>
          {t('igual.indicio', {
            nombre: who.nombre,
            que: [witnesses(who), contradictions(who)].filter(Boolean).join('; '),
          })}
        </li>
      ))}
      {ids_de_nadie.map((id) => (
        <li key={id}>{t('igual.deNadie', { cuil: t('country:cuil'), id: taxIdText(id) })}</li>
      ))}
    </ul>
  )
}

/** 'por nombre y CUIL': how a receipt came to its employee. */
export function useWitnessText(): (who: Recipient) => string | null {
  const { t } = useWords('massive')
  const witnesses = useWitnesses()
  return (who) =>
    who.iguales.length === 0 ? null : t('igual.por', { count: who.iguales.length, que: witnesses(who) })
}

/** The name of a receipt's article: the exception, the id that was read, the person and the page. Read aloud only. */
export function ReceiptName({ item, kind }: { item: MassiveItem; kind?: string }) {
  const { t } = useWords('massive')
  const who = item.colaborador ?? item.sugerencia
  const read = item.id_leido ? `${t('lectura.seLeyo')} ${taxIdText(item.id_leido)}` : t('lectura.sinId')
  const parts = [kind, read, who?.nombre ?? item.nombre_leido, usePlace(item)]
  return (
    <span hidden id={`receipt-${item.id}`}>
      {parts.filter(Boolean).join('. ')}
    </span>
  )
}
