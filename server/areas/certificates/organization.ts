import type { Subject } from '#pdf/x509.ts'
import { fold } from '#server/shared/text/fold.ts'

/** The organisation that a certificate names; a part that it doesn't give is null. */
export interface Organization {
  name: string | null
  taxId: string | null
}

/**
 * The organisation in a certificate's subject; null for a person's own. ICP-Brasil puts its own name there and a company's
 * as `LEGAL NAME:CNPJ` into the common name (DOC-ICP-04).
 */
export function organizationOf(subject: Subject): Organization | null {
  const { commonName = '', organization: name = null, organizationIdentifier = '' } = subject
  if (name !== null && key(name) === 'icpbrasil') {
    const [, legalName, cnpj] = /^(.+):(\d{14})$/.exec(commonName) ?? []
    return legalName && cnpj ? { name: legalName, taxId: cnpj } : null
  }
  // By ETSI EN 319 412-1: other kinds, like NTR, are no tax id.
  const taxId = /^(?:VAT|TIN)[A-Z]{2}-(.+)$/.exec(organizationIdentifier)?.[1] ?? null
  return name === null && taxId === null ? null : { name, taxId }
}

/** Whether everything that a certificate says of its organisation is this employer's. */
export function isEmployer({ name, taxId }: Organization, legalName: string, employerTaxId: string): boolean {
  return (
    (name === null || key(name) === key(legalName)) && (taxId === null || key(taxId) === key(employerTaxId))
  )
}

/** `Austral Alimentos S.A.` and `AUSTRAL ALIMENTOS SA` alike. */
function key(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
