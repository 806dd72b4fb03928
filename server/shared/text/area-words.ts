import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const locales = join(import.meta.dirname, '../../../locales')

/** The words of one kind that the areas declare in `locales/<language>/<kind>/<area>.json`, joined. */
export function readAreaWords<T>(language: 'es' | 'pt', kind: 'errors' | 'mails'): Record<string, T> {
  const folder = join(locales, language, kind)
  return Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
}
