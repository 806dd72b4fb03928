import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { Profile } from '#contract/session/session.ts'
import { type Confirmed, security } from '#contract/security/security.ts'
import { session } from '#contract/session/session.ts'
import { call } from '#web/shared/calls/call.ts'

/** The browser or the person gave up: nothing was sent. */
export class PasskeyUnanswered extends Error {}

export const browserHasPasskeys = browserSupportsWebAuthn

/** Makes a passkey on this device, and makes it one of the person's factors. */
export async function makePasskey(nombre: string): Promise<Confirmed> {
  const { opciones } = await call(security.addPasskey, {})
  const optionsJSON = opciones as unknown as PublicKeyCredentialCreationOptionsJSON
  const answer = await startRegistration({ optionsJSON }).catch(unanswered)
  const { id, rawId, type, response, clientExtensionResults } = answer
  const { clientDataJSON, attestationObject, transports } = response
  return call(security.confirmPasskey, {
    nombre,
    respuesta: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  })
}

/** Proves the second factor by a passkey. */
export async function proveByPasskey(): Promise<Profile> {
  const { user } = await call(security.prove, { tipo: 'llave', respuesta: await answered() })
  return user
}

/** Step-up by a passkey; resolves to a ticket. */
export async function stepUpByPasskey(): Promise<string> {
  return (await call(session.stepUp, { respuesta: await answered() })).ticket
}

async function answered() {
  const { opciones } = await call(security.askPasskey, {})
  const optionsJSON = opciones as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response, clientExtensionResults } = await startAuthentication({
    optionsJSON,
  }).catch(unanswered)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    clientExtensionResults: { ...clientExtensionResults },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

function unanswered(reason: unknown): never {
  throw new PasskeyUnanswered('no passkey', { cause: reason })
}
