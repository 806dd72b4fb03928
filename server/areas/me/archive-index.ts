import es from '#locales/es/me-archive.json' with { type: 'json' }
import pt from '#locales/pt/me-archive.json' with { type: 'json' }
import { documentWord } from '#contract/documents/documents.ts'
import type { MyRow } from './queries.ts'

/** Texts of the index and of the names inside the zip, in both languages. */
export const archiveWords = { es, pt }

/** A document that went into the zip: its path there and the fingerprint of its bytes. */
export interface Archived {
  row: MyRow
  path: string
  sha256: string
}

export interface ArchiveIndex {
  language: 'es' | 'pt'
  zone: string
  name: string
  company: string
  /** Where a signed file is checked. */
  verification: string
  made: Date
  inside: readonly Archived[]
  /** The person's documents that are left out: annulled, or blocked by another folder. */
  left: readonly MyRow[]
}

/** A page that any browser reads without anything else: what is inside, by folder and year, and what is not. */
export function indexPage(index: ArchiveIndex): string {
  const words = archiveWords[index.language]
  const tag = index.language === 'pt' ? 'pt-BR' : 'es-AR'
  const instants = new Intl.DateTimeFormat(tag, {
    timeZone: index.zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const zones = new Intl.DateTimeFormat(tag, { timeZone: index.zone, timeZoneName: 'longOffset' })
  const zone = zones.formatToParts(index.made).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const at = (instant: Date | null) => (instant ? `${instants.format(instant)} ${zone}` : '')
  const heads = Object.values(words.columna)
    .map((head) => `<th scope="col">${escaped(head)}</th>`)
    .join('')
  const tables = [...Map.groupBy(index.inside, ({ path }) => path.split('/').slice(0, 2).join(' / '))].map(
    ([place, documents]) => `<h2>${escaped(place)}</h2>
<table><thead><tr>${heads}</tr></thead><tbody>
${documents.map(line).join('\n')}
</tbody></table>`,
  )
  function line({ row, path, sha256 }: Archived): string {
    const link = path.split('/').map(encodeURIComponent).join('/')
    const cells = [
      row.periodo?.slice(0, 7) ?? '',
      words.estado[documentWord(row.state, row.signing, row.leido)],
      at(row.publicado),
      at(row.firmado),
      row.codigo_verificacion.match(/.{1,4}/g)?.join('-') ?? '',
      sha256,
    ]
    return `<tr><th scope="row"><a href="${escaped(link)}">${escaped(titleOf(row))}</a></th>${cells
      .map((cell) => `<td>${escaped(cell)}</td>`)
      .join('')}</tr>`
  }
  const left = index.left.map((row) => {
    const why = row.anulado
      ? filled(words.anulado, { fecha: at(row.anulado), motivo: row.motivo_anulacion ?? '–' })
      : words.cerrado
    const period = row.periodo ? `, ${row.periodo.slice(0, 7)}` : ''
    return `<li><b>${escaped(titleOf(row) + period)}</b>. ${escaped(why)}</li>`
  })
  const title = escaped(filled(words.titulo, { nombre: index.name }))
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2024}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #d9dde3;vertical-align:top}
td:last-child{font:11px/1.5 monospace;overflow-wrap:anywhere;min-width:12rem}
h2{font-size:18px;margin:2rem 0 .5rem}
</style></head><body>
<h1>${title}</h1>
<p>${escaped(filled(words.hecho, { empresa: index.company, fecha: at(index.made) }))}</p>
${tables.join('\n')}
${left.length > 0 ? `<h2>${escaped(words.noIncluidos)}</h2>\n<ul>\n${left.join('\n')}\n</ul>` : ''}
<p>${escaped(filled(words.verificar, { direccion: index.verification }))}</p>
</body></html>
`
}

/** 'Recibo de sueldo, SAC': what a document is, without its month. */
export function titleOf({ tipo, etiqueta }: Pick<MyRow, 'tipo' | 'etiqueta'>): string {
  return etiqueta ? `${tipo}, ${etiqueta}` : tipo
}

/** A text with its {{facts}} put in. */
export function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
}
