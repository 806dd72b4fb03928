import { beforeAll, describe, expect, test } from 'vitest'
import { makeOwnKey } from './own-key.ts'
import { algorithmsOf, readSamlMetadata } from './saml-metadata.ts'

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
/** PEM certificates. */
let one: string
let other: string
beforeAll(async () => {
  const make = async (entity: string) => (await makeOwnKey(entity, new Date())).certificate
  one = await make('https://acme.example')
  other = await make('https://otra.example')
})
/** A certificate's first line of Base64 that no other has. */
const told = (pem: string) => pem.split('\n')[3] ?? ''

const key = (pem: string, use = '') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
    ${pem.replace(/-+[A-Z ]+-+/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
const service = (kind: string, binding: string, location: string) =>
  `<md:${kind} Binding="${binding}" Location="${location}"/>`
const entity = (content: string) =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
    entityID="https://acme.example/idp">${content}</md:EntityDescriptor>`
const provider = (content: string) => `<md:IDPSSODescriptor>${content}</md:IDPSSODescriptor>`

describe('the metadata of a provider', () => {
  test('say who it is, where people sign in and out by a redirect, and with which keys it signs', () => {
    const read = readSamlMetadata(
      entity(
        provider(
          key(one, ' use="signing"') +
            key(other) +
            service('SingleLogoutService', redirect, 'https://acme.example/salir') +
            service('SingleSignOnService', post, 'https://acme.example/por-post') +
            service('SingleSignOnService', redirect, 'https://acme.example/entrar') +
            service('SingleSignOnService', redirect, 'https://acme.example/otra'),
        ),
      ),
    )
    expect(read).toEqual({
      issuer: 'https://acme.example/idp',
      entryPoint: 'https://acme.example/entrar',
      logoutUrl: 'https://acme.example/salir',
      certificates: [one, other].map((pem) => expect.stringContaining(told(pem))),
    })
  })

  test('have no keys but those for signing, of the provider itself', () => {
    const elsewhere = `<md:AttributeAuthorityDescriptor>${key(other)}${service('SingleSignOnService', redirect, 'https://otra.example')}</md:AttributeAuthorityDescriptor>`
    const signature = key(other).replaceAll('md:KeyDescriptor', 'ds:Signature')
    const read = readSamlMetadata(
      entity(
        elsewhere + provider(signature + key(other, ' use="encryption"') + key(one) + signature) + elsewhere,
      ),
    )
    expect(read).toMatchObject({ entryPoint: null, logoutUrl: null })
    expect(read.certificates).toHaveLength(1)
    expect(read.certificates[0]).toContain(told(one))
  })

  test('of another namespace say nothing', () => {
    const foreign = entity(provider(key(one))).replace('SAML:2.0:metadata', 'SAML:1.1:metadata')
    expect(readSamlMetadata(foreign)).toMatchObject({ issuer: '', certificates: [] })
  })

  test.each([
    ['two entities', () => `<all>${entity(provider(''))}${entity(provider(''))}</all>`],
    ['a document type', () => `<!DOCTYPE md>${entity(provider(''))}`],
    ['nothing that is XML', () => 'nothing'],
    ['a key that is none', () => entity(provider(key('AAAA')))],
  ])('with %s are refused', (_what, xml) => {
    expect(() => readSamlMetadata(xml())).toThrow()
  })
})

test('elements are nested 32 deep at most', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(algorithmsOf(`<r>${nested(31)}${nested(31)}</r>`)).toEqual([])
  expect(() => algorithmsOf(`<r>${nested(32)}</r>`)).toThrow('32')
})

test('every algorithm of a signature is found, wherever it stands', () => {
  const method = (kind: string, name: string) => `<x:${kind} xmlns:x="urn:x" Algorithm="${name}"/>`
  expect(
    algorithmsOf(
      `<r>${method('SignatureMethod', 'rsa-sha256')}<a>${method('DigestMethod', 'sha1')}</a><DigestMethod/>${method('Other', 'md5')}</r>`,
    ),
  ).toEqual(['rsa-sha256', 'sha1', ''])
})
