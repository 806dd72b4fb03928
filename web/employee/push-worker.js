// Shows what arrives for this device and opens the site at a click. Served as it is, below /e/; it keeps nothing and
// fetches nothing. A message that can't be read is shown all the same: a browser shows one of its own otherwise.
const words = { titulo: 'Legajo', texto: 'Legajo', idioma: 'es', ruta: '/e/', marca: 'legajo' }

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

async function show(data) {
  let message = words
  try {
    message = { ...words, ...data.json() }
  } catch {
    // What is no message of ours.
  }
  const { titulo, texto, idioma, ruta, marca } = message
  await self.registration.showNotification(titulo, { body: texto, lang: idioma, tag: marca, data: { ruta } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.ruta))
})

/** An open page of the site comes to the front and goes there, else one is opened. Nothing outside of /e/ ever is. */
async function open(path) {
  const inside = typeof path === 'string' && path.startsWith('/e/') ? path : '/e/'
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/e/'))
  if (!page) return self.clients.openWindow(inside)
  await page.focus()
  return page.navigate(inside)
}
