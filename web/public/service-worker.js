// Shows what is pushed, and keeps pages that were read for reading them offline. It is installed only by a button in the settings.

const PAGES = 'askwell-pages'
const PARTS = 'askwell-parts'
const OFFLINE = '/offline'
const MOST_PAGES = 200

/** Pages are kept as long as there is a place for them: the button makes it. */
const isKeeping = () => caches.has(PAGES)

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag, language } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      dir: 'auto',
      data: { url },
      icon: '/favicon.ico',
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows.find((client) => new URL(client.url).origin === self.location.origin)
      // A browser that doesn't bring the window to the front still goes there in it.
      return open
        ? open
            .focus()
            .catch(() => open)
            .then((client) => client.navigate(url))
        : self.clients.openWindow(url)
    }),
  )
})

/** Threads, and the tags they belong to; nothing that only its reader may see as a list. */
const isRead = ({ pathname }) => /^\/(questions\/(?!ask)|tags\/[^/]+$)/.test(pathname)
const isPart = ({ pathname }) => /^\/(assets|locales)\//.test(pathname)

const keep = async (name, request, response) => {
  const cache = await caches.open(name)
  await cache.put(request, response)
  if (name !== PAGES) return
  const old = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE)
  for (const page of old.slice(0, -MOST_PAGES)) await cache.delete(page)
}

const forget = async () => {
  await caches.delete(PAGES)
  await caches.delete(PARTS)
}

/** What was kept for one user is not for the next. */
const forgetPages = async () => {
  if (!(await isKeeping())) return
  const cache = await caches.open(PAGES)
  for (const { url } of await cache.keys()) if (new URL(url).pathname !== OFFLINE) await cache.delete(url)
}

const page = async (request) => {
  const url = new URL(request.url)
  if (url.pathname === '/users/logout') await forgetPages()
  try {
    const response = await fetch(request)
    if (response.ok && isRead(url) && (await isKeeping())) await keep(PAGES, url.href, response.clone())
    return response
  } catch (error) {
    const kept = (await caches.match(url.href, { ignoreVary: true })) ?? (await caches.match(OFFLINE))
    if (kept) return kept
    throw error
  }
}

/** Their names change with what is in them. */
const part = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && (await isKeeping())) await keep(PARTS, request, response.clone())
  return response
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (isPart(url)) event.respondWith(part(request))
})

/** From pages: to begin or end keeping them, and which have been come to without loading a document. */
self.addEventListener('message', (event) => {
  const { kind, url, offline, parts = [] } = event.data
  const work = {
    keep: async () => {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      await keep(PAGES, OFFLINE, new Response(offline, { headers }))
      for (const address of parts) await part(new Request(address))
    },
    forget,
    read: async () => {
      if (!isRead(new URL(url)) || !(await isKeeping())) return
      const response = await fetch(url)
      if (response.ok && !response.redirected) await keep(PAGES, url, response)
      for (const address of parts) await part(new Request(address))
    },
  }[kind]
  if (work) event.waitUntil(work().then(() => event.ports[0]?.postMessage('done')))
})
