import { capital } from '#web/shared/texts/capital.ts'
import type { MyDocument } from '#contract/me/me.ts'
import { dateText, monthText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'

type Named = Pick<MyDocument, 'tipo' | 'periodo' | 'etiqueta'>

/** Returns a function that formats a document's full name: 'Recibo de sueldo, octubre 2026'. */
export function useDocumentName(): (document: Named) => string {
  const { t } = useWords('me')
  return (document) => {
    const period = periodOf(document)
    return period ? t('conPeriodo', { tipo: document.tipo, periodo: period }) : document.tipo
  }
}

/** 'octubre 2026' or 'SAC 1.er semestre, junio 2026'; null for a type without a period. */
export function periodOf({ periodo, etiqueta }: Pick<MyDocument, 'periodo' | 'etiqueta'>): string | null {
  const parts = [etiqueta, periodo && monthText(periodo)].filter((part) => part)
  return parts.length > 0 ? parts.join(', ') : null
}

/** A row's name inside its folder and year: the label or the month, and the type where the folder has several. */
export function rowName(document: MyDocument, alone: boolean, zone: string): string {
  const { tipo, periodo, etiqueta, publicado } = document
  const own =
    etiqueta ?? (periodo ? capital(monthText(periodo).replace(/ \d{4}$/, '')) : dateText(publicado, zone))
  if (!alone) return `${tipo}, ${own.charAt(0).toLowerCase()}${own.slice(1)}`
  return periodo || etiqueta ? own : `${tipo}, ${own}`
}

/** Returns a function that formats an arrival in everyday words: 'Llegó hoy', 'Llegó el lunes'. */
export function useArrival(zone: string, today: string): (instant: string) => string {
  const { t, i18n } = useWords('me')
  return (instant) => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(
      new Date(instant),
    )
    const ago = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
    if (ago <= 0) return t('llego.hoy')
    if (ago === 1) return t('llego.ayer')
    const weekday = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, weekday: 'long' })
    return t('llego.dia', { dia: ago < 7 ? weekday.format(new Date(instant)) : dateText(instant, zone) })
  }
}

/** A verification code in groups of four, as it is printed. */
export function printedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
