import type { CodeOf, ErrorName } from '#contract/errors.ts'
import { RefusalError } from './wire.ts'

/**
 * Codes of the numbered errors that pages compare with. The catalogue itself isn't imported, so that the pages that
 * start first stay small; the type refuses a number other than the catalogue's.
 */
const numbers = {
  LINK_EXPIRED: '00146',
  PASSWORD_EASY: '00147',
  PASSWORD_PERSONAL: '00145',
  PASSWORD_REPEAT_DIFFERS: '00019',
  PORTAL_BLOCKED: '04744',
} as const satisfies { [Name in ErrorName]?: CodeOf<Name> }

/** Errors whose code is their name, and those with a number above. */
type Comparable =
  | keyof typeof numbers
  | { [Name in ErrorName]: CodeOf<Name> extends Name ? Name : never }[ErrorName]

export function refusedCode<Name extends Comparable>(name: Name): CodeOf<Name> {
  const known: Partial<Record<Comparable, string>> = numbers
  return (known[name] ?? name) as CodeOf<Name>
}

/** Whether a call was refused with one of these errors. */
export function isRefusedWith(error: unknown, ...names: readonly Comparable[]): error is RefusalError {
  return error instanceof RefusalError && names.some((name) => refusedCode(name) === error.code)
}
