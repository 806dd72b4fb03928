/** Whether an amount of an XML (`12345.67`) stands in a text, with whatever separators papers put into it. */
export function saysAmount(text: string, amount: string): boolean {
  const [, whole, cents = ''] = /^0*(\d{1,15})(?:\.(\d{1,6}))?$/.exec(amount) ?? []
  if (whole === undefined) return false
  const decimals = cents.padEnd(2, '0').slice(0, 2)
  for (const { index } of text.matchAll(/(?<!\d|\d[.,])\d/g)) {
    const end = endOfWhole(text, index, whole)
    if (end === null) continue
    if (/[.,]/.test(text.charAt(end)) && text.startsWith(decimals, end + 1) && isEnd(text, end + 3))
      return true
    if (decimals === '00' && isEnd(text, end)) return true
  }
  return false
}

/** The position after `digits` at `start`, with at most one separator before each group of three; null: others stand there. */
function endOfWhole(text: string, start: number, digits: string): number | null {
  let at = start
  for (let n = 0; n < digits.length; n++) {
    const isGroup = n > 0 && (digits.length - n) % 3 === 0
    if (isGroup && /[.,'\s]/.test(text.charAt(at))) at++
    if (text.charAt(at++) !== digits.charAt(n)) return null
  }
  return at
}

/** Whether no further figure of the same number follows. */
function isEnd(text: string, at: number): boolean {
  return !/^(?:\d|[.,]\d)/.test(text.slice(at, at + 2))
}
