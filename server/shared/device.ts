import Bowser from 'bowser'
import type { Language } from './language.ts'

const on = { es: 'en', pt: 'no' } as const

/**
 * What people call a browser: 'Chrome en Android', 'Safari en iOS'. Null where the user agent is absent or names
 * neither; the raw text stays in the evidence.
 */
export function deviceName(userAgent: string | null, language: Language): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const program = browser.name?.replace(/ for Android$/, '')
  if (program && os.name) return `${program} ${on[language]} ${os.name}`
  return program || os.name || null
}
