import type { Area } from '#server/shared/area.ts'
import { signInBySso, signOutAddress } from './operations.ts'
import { registerSso } from './routes.ts'

export const ssoArea = {
  name: 'sso',
  routes: registerSso,
  singleSignOn: { signIn: signInBySso, signOutAddress },
  sweeps: [
    { table: 'sso_flows', column: 'expires_at', days: 1 },
    { table: 'sso_codes', column: 'expires_at', days: 1 },
  ],
} satisfies Area
