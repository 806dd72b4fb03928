import Bowser from 'bowser'
import type { Language } from '../text/language.ts'

const on = { es: 'en', pt: 'no' } as const

/** Characters of a user agent that are read. Strangers send it, and honest ones have fewer than 300. */
const mostRead = 300

const parseUserAgent = (userAgent: string) => Bowser.parse(userAgent.slice(0, mostRead))

/**
 * A browser's common name: 'Chrome en Android', 'Safari en iOS'. Null where the user agent is absent or unknown; the
 * raw text stays in the evidence.
 */
export function deviceName(userAgent: string | null, language: Language): string | null {
  if (!userAgent) return null
  const { browser, os } = parseUserAgent(userAgent)
  const program = browser.name?.replace(/ for Android$/, '')
  if (program && os.name) return `${program} ${on[language]} ${os.name}`
  return program || os.name || null
}

/** The kind of device by its user agent; null where it is unknown. */
export function deviceType(userAgent: string | null): 'desktop' | 'mobile' | 'tablet' | null {
  if (!userAgent) return null
  const { type } = parseUserAgent(userAgent).platform
  return type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : null
}
