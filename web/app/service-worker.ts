import { subscribePush, unsubscribePush } from '@askwell/contract/channels.ts'
import { call } from './session.ts'
import { setStoringPages } from './stored-pages.ts'

// The service worker is installed by a button in the settings, never by itself: it shows what is pushed and keeps pages for reading offline.

const ADDRESS = '/service-worker.js'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
export const canKeep = () => 'serviceWorker' in navigator && 'caches' in window

const install = async () => {
  await navigator.serviceWorker.register(ADDRESS)
  return navigator.serviceWorker.ready
}

const installed = async () => (canKeep() ? await navigator.serviceWorker.getRegistration('/') : undefined)

export const pushSubscription = async () => (await installed())?.pushManager?.getSubscription()

/** Asks the browser, which asks its user. @returns false where they said no. */
export const startPush = async (key: string) => {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await install()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribePush, { body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } } })
  return true
}

export const stopPush = async () => {
  const subscription = await pushSubscription()
  if (!subscription) return
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/** Says something to the service worker, and waits until it is done. */
const tell = async (message: object) => {
  const worker = (await installed())?.active
  if (!worker) return
  await new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => done())
    port1.start()
    worker.postMessage(message, [port2])
  })
}

/** Scripts and styles of this page, which were loaded before anything was kept. */
const parts = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /^\/(assets|locales)\//.test(new URL(name).pathname))

/** `offline` is the page for places that weren't read. */
export const keepPages = async (offline: string) => {
  await install()
  await tell({ kind: 'keep', offline, parts: parts() })
  setStoringPages(true)
}

export const forgetPages = async () => {
  setStoringPages(false)
  await tell({ kind: 'forget' })
}

/** A page that was come to without loading a document. */
export const notePage = () =>
  void tell({ kind: 'read', url: location.origin + location.pathname + location.search, parts: parts() })
