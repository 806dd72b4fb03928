import { useTranslation } from 'react-i18next'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { taxIdText, WithHyphens } from '#web/shared/texts/TaxId.tsx'
import { listText } from '#web/shared/texts/listText.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { differing, placeOf } from './acts.ts'
import style from './Preview.module.css'

/** The id and name as read, with the digits that differ from the proposed id; the method where it wasn't the text. */
export function Read({ item }: { item: MassiveItem }) {
  const { t } = useTranslation('massive')
  const { id_leido, sugerencia, leido_por, grupo } = item
  // For an employee found by name all digits may differ: that is no typing mistake.
  const proposed = grupo === 'digito_incorrecto' ? sugerencia?.cuil : undefined
  return (
    <span className={style.read}>
      {id_leido ? (
        <>
          <span className="quiet">{t('lectura.seLeyo')}</span>{' '}
          <b className={`figures tax-id ${style.id}`}>
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
  const { t } = useTranslation('massive')
  if (leido_por === 'ocr')
    return (
      <span className={style.ocr}>{t('lectura.ocr', { parte: numberText((confianza ?? 0) * 100, 1) })}</span>
    )
  return leido_por === 'text' ? null : <span className="quiet">{t('lectura.nombreArchivo')}</span>
}

/** 'p. 12', 'p. 12–13', or the file's name. */
export function usePlace(item: MassiveItem): string {
  const { t } = useTranslation('massive')
  const place = placeOf(item)
  if (item.archivo) return item.archivo
  if (!place) return ''
  return place.desde === place.hasta
    ? t('lectura.pagina', { pagina: numberText(place.desde) })
    : t('lectura.paginas', { desde: numberText(place.desde), hasta: numberText(place.hasta) })
}

type Recipient = NonNullable<MassiveItem['sugerencia']>

/** 'nombre, legajo 00412 e identificación': in what the page agrees with somebody. */
function useWitnesses(): (who: Recipient) => string {
  const { t, i18n } = useTranslation('massive')
  return ({ iguales, legajo }) =>
    listText(
      iguales.map((what) =>
        what === 'legajo' ? t('igual.legajo', { legajo: legajo ?? '' }) : t(`igual.${what}`),
      ),
      i18n.language,
    )
}

/** 'Coinciden con la página: legajo 00412 y nombre'. */
export function Agreement({ who }: { who: Recipient }) {
  const { t } = useTranslation('massive')
  const count = who.iguales.length
  const que = useWitnesses()(who)
  return <>{count === 0 ? t('igual.nada') : t('igual.texto', { count, que })}</>
}

/** 'por identificación y nombre': how a receipt came to its employee. */
export function useWitnessText(): (who: Recipient) => string | null {
  const { t } = useTranslation('massive')
  const witnesses = useWitnesses()
  return (who) => (who.iguales.length === 0 ? null : t('igual.por', { que: witnesses(who) }))
}
