import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'
import { deviceKind } from './account/own.ts'

/** Maximum number of devices of one person; a further one replaces the oldest. */
export const devicesAtMost = 10

/** Events with a push notification. */
export const pushEvents = ['new_document', 'signature_reminder', 'new_post'] as const
export type PushEvent = (typeof pushEvents)[number]

/**
 * The content of a push notification, encrypted for one device (RFC 8291). It never reveals the subject, since it is
 * shown on a locked screen and passes through the browser vendor's servers.
 */
export const pushMessage = z.object({
  titulo: z.string(),
  texto: z.string(),
  idioma: z.enum(['es', 'pt']),
  /** Below /e/: what a click opens. */
  ruta: z.string(),
  /** A notification replaces an earlier one of the same tag. */
  marca: z.string(),
})
export type PushMessage = z.infer<typeof pushMessage>

const device = z.object({
  id,
  /** 'Chrome en Android'; null where the browser does not identify itself. */
  dispositivo: z.string().nullable(),
  tipo: deviceKind.nullable(),
  creado: instant,
  /** When something last arrived at the service that brings it. */
  ultimo: instant.nullable(),
  /** SHA-256 of the address, hexadecimal: a browser finds its own by it. */
  huella: z.string(),
})
export type PushDevice = z.infer<typeof device>

const endpoint = z.string().min(1).max(1000)
/** Base64url without padding, as browsers give their keys. */
const key = z
  .string()
  .max(120)
  .regex(/^[\w-]+={0,2}$/)

/**
 * Push notifications on a person's own devices at the employees' site (Push API); off until the person turns them on.
 */
export const push = {
  mine: call({
    method: 'GET',
    path: '/v2/me/push',
    need: 'self',
    summary:
      'The devices on which one is told, and the key that a browser needs to subscribe (VAPID, RFC 8292).',
    answer: z.object({ clave: z.string(), dispositivos: z.array(device) }),
  }),
  add: call({
    method: 'POST',
    path: '/v2/me/push',
    need: 'self',
    summary: 'Tells on this device from now on; what belonged to somebody else on it goes over.',
    input: z.object({ endpoint, p256dh: key, auth: key }),
    answer: device,
    errors: ['PUSH_ADDRESS_NOT_ALLOWED', 'PUSH_KEYS_WRONG'],
    ratePerMinute: 20,
  }),
  remove: call({
    method: 'DELETE',
    path: '/v2/me/push/{id}',
    need: 'self',
    summary: 'Tells no longer on one of one’s own devices.',
    input: z.object({ id }),
    answer: z.object({}),
  }),
  removeThis: call({
    method: 'DELETE',
    path: '/v2/me/push',
    need: 'self',
    summary:
      'Tells no longer on the device of an address, wherever it stands; one that is unknown is gone already.',
    input: z.object({ endpoint }),
    answer: z.object({}),
  }),
}
