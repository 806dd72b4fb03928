import { expect, test } from 'vitest'
import { newNonce, pagePolicy, pdfWorkerPolicy, pushWorkerPolicy } from './csp.ts'

function directivesOf(policy: string): [string, string][] {
  return policy.split('; ').map((directive) => {
    const [name = '', ...values] = directive.split(' ')
    return [name, values.join(' ')]
  })
}

test('the policy of a page has these directives and no other', () => {
  expect(directivesOf(pagePolicy('bm9uY2U='))).toEqual([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['worker-src', "'self'"],
    ['connect-src', "'self'"],
    ['font-src', "'self'"],
    ['img-src', "'self' blob:"],
    ['style-src', "'self' 'nonce-bm9uY2U='"],
    ['style-src-attr', "'none'"],
    ['frame-src', 'https://www.youtube-nocookie.com https://player.vimeo.com'],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default dompurify'],
  ])
})

test('the workers’ policies have these directives and no other', () => {
  expect(directivesOf(pushWorkerPolicy)).toEqual([['default-src', "'none'"]])
  expect(directivesOf(pdfWorkerPolicy)).toEqual([
    ['default-src', "'none'"],
    ['script-src', "'self' 'wasm-unsafe-eval'"],
    ['connect-src', "'self'"],
    ['font-src', "'self'"],
  ])
})

test('a nonce has 128 bits and is never the same', () => {
  const nonces = Array.from({ length: 100 }, newNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
})
