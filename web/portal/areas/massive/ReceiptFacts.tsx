import { useTranslation } from 'react-i18next'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { taxIdText, WithHyphens } from '#web/shared/texts/TaxId.tsx'
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

/** How it was read. */
export function ReadBy({ item: { leido_por, confianza } }: { item: MassiveItem }) {
  const { t } = useTranslation('massive')
  if (leido_por === 'ocr')
    return (
      <span className={style.ocr}>{t('lectura.ocr', { parte: numberText((confianza ?? 0) * 100, 1) })}</span>
    )
  return <span className="quiet">{t(leido_por === 'text' ? 'lectura.texto' : 'lectura.nombreArchivo')}</span>
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

/** 'Coinciden con la página: legajo 00412 y nombre'. */
export function Agreement({ who }: { who: NonNullable<MassiveItem['sugerencia']> }) {
  const { t } = useTranslation('massive')
  const same = who.iguales.map((what) =>
    what === 'legajo' ? t('igual.legajo', { legajo: who.legajo ?? '' }) : t(`igual.${what}`),
  )
  if (same.length === 0) return <>{t('igual.nada')}</>
  return <>{t('igual.texto', { count: same.length, que: same.join(t('igual.y')) })}</>
}
