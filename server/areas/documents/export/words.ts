import { type DocumentWord, type Origin } from '#contract/documents/documents.ts'
import { idWords } from '#locales/countries.ts'
import es from '#locales/es/documents-downloads.json' with { type: 'json' }
import esWords from '#locales/es/words.json' with { type: 'json' }
import pt from '#locales/pt/documents-downloads.json' with { type: 'json' }
import ptWords from '#locales/pt/words.json' with { type: 'json' }
import type { Language } from '#server/shared/text/language.ts'
import { momentsIn } from '#server/shared/text/printed.ts'
import type { FoundDocument } from './reading.ts'

/** Texts of the downloaded files, in both languages. */
export const downloadWords = { es, pt }
const stateWords = { es: esWords.estado, pt: ptWords.estado }

export type ColumnName = keyof (typeof es)['columna'] | 'cuil'

/** For whom a download is written. */
export interface Reader {
  language: Language
  country: string
  zone: string
}

/** The heads and widths of columns, in characters. */
export function headsOf(names: readonly ColumnName[], { language, country }: Reader) {
  const tag = country === 'BR' ? 'pt-BR' : `es-${country}`
  return names.map((name) => ({
    head: name === 'cuil' ? idWords(tag).cuil : downloadWords[language].columna[name],
    width: widths[name] ?? 18,
  }))
}

const widths: Partial<Record<ColumnName, number>> = {
  numero: 10,
  colaborador: 30,
  legajo: 10,
  documento: 28,
  carpeta: 22,
  periodo: 10,
  publicado: 24,
  leido: 24,
  firmado: 24,
  anulado: 24,
  origen: 8,
  archivo: 30,
  paginas: 9,
  codigo: 22,
  observacion: 60,
  fecha: 24,
}

/** The columns of a spreadsheet of documents. */
export const documentColumns = [
  'numero',
  'colaborador',
  'cuil',
  'legajo',
  'documento',
  'detalle',
  'carpeta',
  'periodo',
  'estado',
  'publicado',
  'leido',
  'firmado',
  'anulado',
  'sector',
  'locacion',
  'cargo',
  'origen',
  'archivo',
  'paginas',
  'codigo',
] as const satisfies readonly ColumnName[]

/** The columns of a spreadsheet of observations. */
export const observationColumns = [
  'numero',
  'colaborador',
  'cuil',
  'legajo',
  'documento',
  'periodo',
  'estado',
  'observacion',
  'autor',
  'fecha',
] as const satisfies readonly ColumnName[]

/** A document's cells by the names of their columns, in the reader's language and the company's zone. */
export function cellsOf(row: FoundDocument, { language, zone }: Reader): Partial<Record<ColumnName, string>> {
  const at = (instant: Date | null) => (instant ? instantCell(instant, zone) : '')
  return {
    numero: String(row.id),
    colaborador: row.colaborador,
    cuil: row.cuil,
    legajo: row.legajo,
    documento: row.tipo,
    detalle: row.etiqueta ?? '',
    carpeta: row.carpeta,
    periodo: periodCell(row.periodo),
    estado: stateWord(row.estado, language),
    publicado: at(row.publicado),
    leido: at(row.leido),
    firmado: at(row.firmado),
    anulado: at(row.anulado),
    sector: row.sector ?? '',
    locacion: row.locacion ?? '',
    cargo: row.cargo ?? '',
    origen: originOf(row),
    archivo: row.archivo,
    paginas: String(row.paginas),
    codigo: row.codigo,
  }
}

/** A state as screens name it. */
export function stateWord(state: DocumentWord, language: Language): string {
  return stateWords[language][state]
}

/** 10/2026 of a period's first day. */
export function periodCell(period: string | null): string {
  return period ? `${period.slice(5, 7)}/${period.slice(0, 4)}` : ''
}

/** `04/11/2026 09:12:40 -03:00`: never without its zone. */
export function instantCell(at: Date, zone: string): string {
  const [day, time, offset] = momentsIn(zone).format(at).replace(',', '').split(' ')
  return `${day} ${time} ${offset?.slice('GMT'.length) || '+00:00'}`
}

function originOf({ source, massive }: Pick<FoundDocument, 'source' | 'massive'>): Origin {
  if (source === 'import') return 'KO'
  if (source !== 'portal' && source !== 'employee') return 'EFORMS'
  return massive ? 'CD' : 'CM'
}
