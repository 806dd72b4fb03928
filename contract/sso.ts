import { z } from 'zod'
import { call } from './call.ts'

/** SHA-256 (base64url) of a verifier that never leaves the page. */
const state = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const whereTo = z.object({
  /** Address of the provider's sign-in page. */
  direccion: z.string(),
})

export const sso = {
  start: call({
    method: 'POST',
    path: '/v2/auth-mod/sso/start',
    need: 'public',
    summary: 'Begins a sign-in at the company’s provider: the page keeps a verifier and sends its hash.',
    input: z.object({ company: z.string().min(3).max(40), state, site: z.enum(['s', 'e']).default('s') }),
    answer: whereTo,
    errors: ['SSO_NOT_OFFERED', 'SSO_CODE_DEAD', 'SSO_PROVIDER_UNREACHABLE'],
    ratePerMinute: 300,
    restricted: true,
    idempotent: false,
  }),
  again: call({
    method: 'POST',
    path: '/v2/auth-mod/sso/again',
    need: 'session',
    summary: 'Begins a fresh sign-in at the provider, whose answer proves the person of this session again.',
    input: z.object({ state }),
    answer: whereTo,
    errors: ['SSO_NOT_OFFERED', 'SSO_CODE_DEAD', 'SSO_PROVIDER_UNREACHABLE'],
    ratePerMinute: 20,
    idempotent: false,
  }),
}
