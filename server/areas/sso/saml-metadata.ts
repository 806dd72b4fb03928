import { X509Certificate } from 'node:crypto'
import { SaxesParser } from 'saxes'

/** The parts of a SAML provider's metadata that we use. */
export interface SamlMetadata {
  issuer: string
  entryPoint: string | null
  logoutUrl: string | null
  /** PEM, of the keys that its answers are signed with. */
  certificates: string[]
}

const metadataSpace = 'urn:oasis:names:tc:SAML:2.0:metadata'
/** The deepest nesting of a provider's XML; an honest answer has 12. */
const deepest = 32
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads a provider's metadata (SAML 2.0 Metadata): one entity with one IDPSSODescriptor.
 *
 * @throws {Error} it is no XML, is nested more than 32 deep, or has a document type, which nothing honest needs here
 */
export function readSamlMetadata(xml: string): SamlMetadata {
  const found: SamlMetadata = { issuer: '', entryPoint: null, logoutUrl: null, certificates: [] }
  checkShape(xml)
  const parser = new SaxesParser({ xmlns: true })
  let provider = false
  let signing = false
  let text: string | null = null
  parser.on('opentag', ({ local, uri, attributes }) => {
    const value = (name: string) => attributes[name]?.value ?? null
    if (uri === metadataSpace && local === 'EntityDescriptor') {
      if (found.issuer) throw new Error('more than one entity')
      found.issuer = value('entityID') ?? ''
    } else if (uri === metadataSpace && local === 'IDPSSODescriptor') provider = true
    if (!provider) return
    if (local === 'KeyDescriptor') signing = (value('use') ?? 'signing') === 'signing'
    if (local === 'X509Certificate' && signing) text = ''
    if (value('Binding') !== redirect) return
    if (local === 'SingleSignOnService') found.entryPoint ??= value('Location')
    if (local === 'SingleLogoutService') found.logoutUrl ??= value('Location')
  })
  parser.on('text', (part) => {
    if (text !== null) text += part
  })
  parser.on('closetag', ({ local }) => {
    if (local === 'IDPSSODescriptor') provider = false
    if (local === 'KeyDescriptor') signing = false
    if (local !== 'X509Certificate' || text === null) return
    found.certificates.push(new X509Certificate(Buffer.from(text.replace(/\s/g, ''), 'base64')).toString())
    text = null
  })
  parser.write(xml).close()
  return found
}

/**
 * The signature and digest algorithms that a SAML message names, anywhere in it.
 *
 * @throws {Error} it is no XML, is nested more than 32 deep, or has a document type
 */
export function algorithmsOf(xml: string): string[] {
  const named: string[] = []
  checkShape(xml)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, attributes }) => {
    if (local === 'SignatureMethod' || local === 'DigestMethod') named.push(attributes.Algorithm?.value ?? '')
  })
  parser.write(xml).close()
  return named
}

/** Throws at a document type and at elements nested more than 32 deep. */
function checkShape(xml: string): void {
  let depth = 0
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', () => {
    if (++depth > deepest) throw new Error(`elements nested more than ${deepest} deep`)
  })
  parser.on('closetag', () => {
    depth--
  })
  parser.write(xml).close()
}
