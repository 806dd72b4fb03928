/** The houses of mail that most people here write to. */
const houses = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.com.ar',
  'hotmail.com.ar',
  'live.com',
  'icloud.com',
  'fibertel.com.ar',
  'speedy.com.ar',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
]

/**
 * The address that was probably meant: its domain with one letter wrong, missing, too much or exchanged with its
 * neighbour ('gmial.com', 'hotmail.con'). Null where it is a known one, or like none.
 */
export function suggestedAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || houses.includes(domain)) return null
  const meant = houses.filter((house) => isOneSlip(domain, house))
  return meant.length === 1 ? `${address.slice(0, at)}@${meant[0]}` : null
}

function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && from < other.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a.length >= 2 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
