import type { PasswordPolicy } from '#contract/account/account.ts'
import { type ErrorName, makeFault } from '#contract/errors.ts'
import type { Fault } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import { isEasy } from './ease.ts'

/** Words that a password must not contain: the person's names, ids, dates and addresses, and the company's name. */
export type PersonalWords = readonly (string | null)[]

/**
 * Faults of a new password by the policy, personal words and simplicity; history and the current password are checked
 * elsewhere. Letters are those of Unicode. (NIST SP 800-63B §5.1.1.2: no words of the context, none that are commonly
 * used.)
 */
export async function policyFaults(
  password: string,
  policy: PasswordPolicy,
  personal: PersonalWords,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const add = (name: ErrorName, params?: Fault['params']) => faults.push(makeFault(name, 'pass', params))
  const count = (pattern: RegExp) => password.match(pattern)?.length ?? 0
  const length = [...password].length
  if (length < policy.minimalongitud) add('PASSWORD_TOO_SHORT', { minimo: policy.minimalongitud })
  if (length > policy.maximalongitud) add('PASSWORD_TOO_LONG', { maximo: policy.maximalongitud })
  if (count(/\p{L}/gu) < policy.minimalongitudletras)
    add('PASSWORD_LACKS_LETTERS', { minimo: policy.minimalongitudletras })
  if (count(/\d/g) < policy.minimacantidaddigitos)
    add('PASSWORD_LACKS_DIGITS', { minimo: policy.minimacantidaddigitos })
  if (count(/\p{Lu}/gu) < policy.minimacantidadmayusculas)
    add('PASSWORD_LACKS_CAPITALS', { minimo: policy.minimacantidadmayusculas })
  const special = [...password].filter((letter) => !/[\p{L}\p{M}\p{N}]/u.test(letter))
  if (special.length < policy.minimacantidadcaracteresespeciales) {
    add('PASSWORD_LACKS_SPECIALS', { minimo: policy.minimacantidadcaracteresespeciales })
  }
  const allowed = policy.caracterespespeciales
  if (allowed.length > 0 && special.some((letter) => !allowed.includes(letter))) {
    add('PASSWORD_SPECIAL_NOT_ALLOWED', { permitidos: allowed.join(' ') })
  }
  const words = wordsOf(personal)
  if (contains(password, words)) add('PASSWORD_PERSONAL')
  // A password that is too short is reported only as such.
  if (length >= policy.minimalongitud && (await isEasy(password, words))) add('PASSWORD_EASY')
  return faults
}

/** Each word of four letters or more, folded; ids and dates also as bare figures. */
function wordsOf(personal: PersonalWords): string[] {
  const texts = personal.flatMap((text) => (text ? [fold(text)] : []))
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const figures = texts.map((text) => text.replace(/\D/g, '')).filter((digits) => digits.length >= 6)
  return [...new Set([...words.filter((word) => word.length >= 4), ...figures])]
}

/** Digits are found with any separators between them: 20-12345678-3. */
function contains(password: string, words: readonly string[]): boolean {
  const folded = fold(password)
  const digits = password.replace(/\D/g, '')
  return words.some((word) => folded.includes(word) || (/^\d{6,}$/.test(word) && digits.includes(word)))
}
