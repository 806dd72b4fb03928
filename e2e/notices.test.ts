import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { push } from '#contract/push.ts'
import { serveDemonstration, test } from './support/test.ts'
import { atSignIn, signIn } from './support/visits.ts'

serveDemonstration()

/**
 * A browser whose maker's push service answers: the tests have none to call. Everything else is the browser's own, the
 * worker and its notices included.
 */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    // The headless browser reports `denied` although the permission was granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    const kept = 'push-service'
    const subscription = () => {
      const keys: unknown = JSON.parse(localStorage.getItem(kept) ?? 'null')
      if (!keys) return null
      const endpoint = 'https://fcm.googleapis.com/fcm/send/of-the-tests'
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => (localStorage.removeItem(kept), true),
      }
    }
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(),
      subscribe: async () => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveBits',
        ])
        const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey))
        const auth = text(crypto.getRandomValues(new Uint8Array(16)).buffer)
        localStorage.setItem(kept, JSON.stringify({ p256dh, auth }))
        return subscription()
      },
    })
  })
}

/** Hands a message to the site's worker as the browser does when one arrives. */
async function deliver(page: Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations
      if (own) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await known, data })
}

/**
 * Records the notices that the site's worker shows. The packaged headless browser shows none: it answers `denied` to a
 * worker whatever was granted.
 */
async function recordNotices(context: BrowserContext): Promise<() => Promise<unknown>> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const shown: object[] = []
    Object.assign(globalThis, { shown })
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, tag }: NotificationOptions) => {
        shown.push({ title, body, tag })
      },
    })
  })
  return () => worker.evaluate(() => (globalThis as typeof globalThis & { shown: object[] }).shown)
}

test('an employee receives notices on a device from turning them on until signing out', async ({ open }) => {
  const { page, context } = await open({ alone: true, size: 'phone' })
  await withPushService(context)
  await signIn(page, 'e', 'cristian_maidana', { path: '/e/cuenta' })
  await page.getByText('Este dispositivo no recibe avisos.').waitFor()
  await page.getByRole('button', { name: 'Avisar en este dispositivo' }).click()
  await page.getByText('Este dispositivo recibe avisos.').waitFor()

  const shown = await recordNotices(context)
  const message = { titulo: 'Legajo', texto: 'Hay un documento nuevo para ver', ruta: '/e/', marca: 'one' }
  await deliver(page, JSON.stringify(message))
  await expect.poll(shown).toEqual([{ title: 'Legajo', body: 'Hay un documento nuevo para ver', tag: 'one' }])

  const removed = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes(push.removeThis.path),
  )
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await removed
  await atSignIn(page, 'e')
  expect(await page.evaluate(() => localStorage.getItem('push-service'))).toBe(null)
})

test('opening a document offers notices once, and not again after a refusal', async ({ open }) => {
  const { page, context } = await open({ alone: true, size: 'phone' })
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  })
  await signIn(page, 'e', 'cristian_maidana')
  await page.locator('a[href*="/documentos/"]').first().click()
  const offer = page.getByText('¿Avisar en este dispositivo cuando llegue un documento?')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await page.reload()
  await page.locator('canvas, img').first().waitFor()
  expect(await offer.count()).toBe(0)
})
