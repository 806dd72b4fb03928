import Bowser from 'bowser'
import type { Language } from '../text/language.ts'

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

/** What kind of machine a browser says it runs on; null where it doesn't. */
export function deviceType(userAgent: string | null): 'desktop' | 'mobile' | 'tablet' | null {
  if (!userAgent) return null
  const { type } = Bowser.parse(userAgent).platform
  return type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : null
}
