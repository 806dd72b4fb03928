import { BlockList, isIP } from 'node:net'
import { refuse } from '../errors.ts'
import type { Db } from '../tenancy.ts'

/** Why a company's portal is closed: payment is due, or this address is not allowed. */
export type Block = 'payment' | 'address'

/** The facts that decide it, from the company's row. */
export interface Blockable {
  blockedForPayment: boolean
  /** Networks (CIDR) or addresses; empty means any. */
  allowedAddresses: readonly string[]
}

/**
 * Whether a company's portal is closed for this address. The address is checked first: outsiders must not learn about
 * payment.
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

/** Refuses a request to a closed portal, with the reason and, for payment, the contact. */
export async function refuseBlock(db: Db, block: Block, otherwise: string): Promise<never> {
  if (block === 'address') refuse('COMPANY_ADDRESS_NOT_ALLOWED')
  const { payment_contact } = await db
    .selectFrom('companies')
    .select('payment_contact')
    .executeTakeFirstOrThrow()
  refuse('PORTAL_BLOCKED', undefined, { contacto: payment_contact ?? otherwise })
}
