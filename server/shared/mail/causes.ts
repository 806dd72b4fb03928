import type { BounceCause } from '#contract/processes/follow-up.ts'

/** The cause of a mail server's refusal (RFC 3463's enhanced status code, else its text). */
export function causeOf(reason: string | null): BounceCause {
  const said = reason ?? ''
  const [, enhanced] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(said) ?? []
  if (enhanced === '1.2' || /ENOTFOUND|domain name not found|host not found|unrouteable/i.test(said))
    return 'dominio'
  if (enhanced === '2.2' || /mailbox full|over quota|quota exceeded/i.test(said)) return 'lleno'
  if (
    /^1\.[136]$|^2\.1$/.test(enhanced ?? '') ||
    /user unknown|does not exist|no such user|disabled/i.test(said)
  )
    return 'buzon'
  return /^\s*5\d\d\b/.test(said) || enhanced ? 'rechazado' : 'sin_respuesta'
}
