import { BlockList, isIP } from 'node:net'
import { refuse } from '../errors.ts'
import type { Db } from '../tenancy.ts'

/** Why a company's portal is closed: it was not paid for, or this address is not one of its own. */
export type Block = 'payment' | 'address'

/** What decides it, as it stands in the company's row. */
export interface Blockable {
  blockedForPayment: boolean
  /** Networks (CIDR) or addresses; empty means any. */
  allowedAddresses: readonly string[]
}

/**
 * Whether the portal of a company is closed to whoever asks from this address. The address comes first: somebody
 * outside is told nothing about payment.
 */
export function blockFrom({ blockedForPayment, allowedAddresses }: Blockable, address: string): Block | null {
  if (allowedAddresses.length > 0 && !isAmong(address, allowedAddresses)) return 'address'
  return blockedForPayment ? 'payment' : null
}

/** Whether an address is one of these, or in one of these networks (CIDR). */
export function isAmong(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = familyOf(base)
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  // An IPv4 address that reached an IPv6 socket is found among those of IPv4.
  return isIP(address) > 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Refuses what is asked of a closed portal, with why and, for payment, whom to call. */
export async function refuseBlock(db: Db, block: Block, otherwise: string): Promise<never> {
  if (block === 'address') refuse('COMPANY_ADDRESS_NOT_ALLOWED')
  const { payment_contact } = await db
    .selectFrom('companies')
    .select('payment_contact')
    .executeTakeFirstOrThrow()
  refuse('04744', undefined, { contacto: payment_contact ?? otherwise })
}
