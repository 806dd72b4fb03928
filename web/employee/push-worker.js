// Shows push notifications of this device and opens the site on a click. Served unbuilt below /e/; it stores and
// fetches nothing. An unreadable message is displayed too, since the browser would show its own otherwise.
const words = { titulo: 'Legajo', texto: 'Legajo', idioma: 'es', ruta: '/e/', marca: 'legajo' }

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

async function show(data) {
  let message = words
  try {
    message = { ...words, ...data.json() }
  } catch {
    // Not one of our messages.
  }
  const { titulo, texto, idioma, ruta, marca } = message
  await self.registration.showNotification(titulo, { body: texto, lang: idioma, tag: marca, data: { ruta } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.ruta))
})

/** Focuses an open page of the site and navigates it, else opens one. Never opens anything outside /e/. */
async function open(path) {
  const inside = typeof path === 'string' && path.startsWith('/e/') ? path : '/e/'
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/e/'))
  if (!page) return self.clients.openWindow(inside)
  await page.focus()
  return page.navigate(inside)
}
