import { push } from '#contract/push.ts'
import { call } from '../calls/call.ts'
import { key } from '../session/session.ts'

const worker = '/e/avisos.js'
const scope = '/e/'
const offered = key('pushOffered')
/** Milliseconds that signing out waits for it at most. */
const patience = 3000

/** Whether this browser can show notices of a site at all. */
export function canBeTold(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Whether to offer push notifications on this device: once, and never again after any answer. */
export function mayOffer(): boolean {
  return canBeTold() && Notification.permission === 'default' && localStorage.getItem(offered) === null
}

/** It belongs to the device, and stays there when somebody signs out. */
export function noteOffered(): void {
  localStorage.setItem(offered, '1')
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** By which this device is known among one's own: SHA-256 of its address, or null where it has none. */
export async function ownPrint(): Promise<string | null> {
  const subscription = canBeTold() ? await ownSubscription() : null
  if (!subscription) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Asks for permission and subscribes this device; false where it was denied. Call it from a button press: browsers do
 * not ask otherwise.
 */
export async function turnOn(clave: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.register(worker, { scope })
  await active(registration)
  // An existing subscription may belong to another key or to the previous user.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: clave,
  })
  const { endpoint, keys } = made.toJSON()
  try {
    await call(push.add, {
      endpoint: endpoint ?? '',
      p256dh: keys?.p256dh ?? '',
      auth: keys?.auth ?? '',
    })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return true
}

/** A worker that is new takes a moment, and only one that is active may subscribe. */
async function active({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (!coming) return
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant') reject(new Error('the worker of notices was given up'))
    }
    coming.addEventListener('statechange', look)
    look()
  })
}

/** Unsubscribes this device. */
export async function turnOff(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await call(push.removeThis, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** First step of signing out. Never rejects, and waits only for a limited time. */
export async function leaveDevice(): Promise<void> {
  if (!canBeTold()) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([turnOff().catch(() => undefined), late])
}
