import type { RelatedUser } from '#contract/relations.ts'
import { fold } from '#web/shared/texts/fold.ts'

/** A user under one profile that may be changed to, or that says why not. */
export interface Card {
  user: RelatedUser
  type: 1 | 2
  profile: string
  state: 'open' | 'payment' | 'address' | 'suspended'
}

/**
 * The cards of 'my companies': one for each user and profile of types 1 and 2. The current company offers only the
 * employee's; cards refused by the address come last.
 */
export function cardsOf(users: readonly RelatedUser[]): Card[] {
  const cards = users.flatMap((user) =>
    user.perfiles.flatMap(({ id_perfil_tipo: type, nombre: profile }): Card[] => {
      if (type !== 1 && (type !== 2 || user.actual)) return []
      return [{ user, type, profile, state: stateOf(user) }]
    }),
  )
  return cards.toSorted((one, other) => Number(one.state === 'address') - Number(other.state === 'address'))
}

function stateOf({ blocked_by_ip, blockedByPayment, relacion, actual }: RelatedUser): Card['state'] {
  if (blocked_by_ip) return 'address'
  if (blockedByPayment) return 'payment'
  return relacion?.suspendida && !actual ? 'suspended' : 'open'
}

/** The companies that match the typed text, ignoring case and accents. */
export function found(cards: readonly Card[], typed: string): readonly Card[] {
  const wanted = fold(typed)
  return wanted ? cards.filter(({ user }) => fold(user.empresa.nombre).includes(wanted)) : cards
}

/**
 * Where a company's employees sign in: its own host, or this installation's employees' site. Anything else than a
 * bare host name, which alone the operator can set, leads nowhere else.
 */
export function employeesSite(host: string | null): string {
  const address = host ? URL.parse(`https://${host}`) : null
  return address?.hostname === host ? address.href : '/e/'
}
