/**
 * The code that a signature prints (RFC 4648, base 32: no 0, 1, 8 or 9). What is typed may have groups, hyphens
 * and small letters, and digits for the letters that they look like.
 */
export const printedCode = { length: 16 } as const

/** Normalises a typed code; null where it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const code = plain.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B').replaceAll('9', 'G')
  return code.length === printedCode.length ? code : null
}
