import { expect } from 'vitest'
import { pushService } from '../../server/test/push-service.ts'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, pathOf } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask } from '../posts.ts'
import { PUSH_HOST } from '../push-route.ts'

const ENDPOINT = `https://${PUSH_HOST}/browser`

/**
 * Headless Chromium is at no push service and shows no notifications, whatever is permitted. So the page is given a permission, and a
 * subscription at our service; the service worker is its own, and what it shows is noted instead. What is subscribed is kept, as a browser
 * would, with the key of the site.
 */
const atOurService = (page: WatchedPage, keys: { p256dh: string; auth: string }) =>
  page.addInitScript(`(() => {
    const subscription = {
      endpoint: ${JSON.stringify(ENDPOINT)},
      toJSON: () => (${JSON.stringify({ endpoint: ENDPOINT, keys })}),
      unsubscribe: async () => localStorage.removeItem('push-key') ?? true,
    }
    const permission = () => localStorage.getItem('permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => (localStorage.setItem('permission', 'granted'), permission())
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || permission() !== 'granted') throw new Error('not permitted')
      localStorage.setItem('push-key', applicationServerKey)
      return subscription
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('push-key') ? subscription : null)
  })()`)

const workerOf = (page: WatchedPage) => page.context().serviceWorkers()[0]!

const noteShown = (page: WatchedPage) =>
  workerOf(page).evaluate(`{
    self.shown = []
    self.registration.showNotification = async (title, options) => {
      const close = () => (self.shown = self.shown.filter((one) => one !== notification))
      const notification = { title, ...options, close }
      self.shown.push(notification)
    }
  }`)

/** What came to the push service goes on to the service worker, as the browser itself would hand it over. */
const deliver = async (page: WatchedPage, message: unknown) => {
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId)
    }),
  )
  await tools.send('ServiceWorker.enable')
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await tools.detach()
}

interface Shown {
  title: string
  body: string
  lang: string
  url: string
}
const shown = (page: WatchedPage) =>
  workerOf(page).evaluate<Shown[]>(
    `self.shown.map(({ title, body, lang, data }) => ({ title, body, lang, url: data.url }))`,
  )

/** Only a hand can click a notification: the event that follows is made here, in the worker itself. */
const clickNotification = (page: WatchedPage) =>
  workerOf(page).evaluate(`(async () => {
    const event = new ExtendableEvent('notificationclick')
    let work
    Object.defineProperties(event, {
      notification: { value: self.shown[0] },
      waitUntil: { value: (promise) => void (work = promise) },
    })
    self.dispatchEvent(event)
    await work
  })()`)

const claimsOf = (authorization: string) => {
  const [, jwt = ''] = /^vapid t=([^,]+), k=/.exec(authorization) ?? []
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { aud: string; sub: string }
}

journey(
  'a push comes encrypted to the device that asked for it, is shown, and leads to the answer',
  async ({ start, open }) => {
    const push = await pushService()
    const site = await start({ push: new URL(push.subscription.endpoint).origin })
    try {
      const [asker, writer] = [await register(site, 'Mia'), await register(site, 'Noa')]
      const question = await ask(site, asker, { title: 'Does it reach my pocket?' })
      const page = await open(site)
      await atOurService(page, push.subscription.keys)
      await enter(page, asker)
      await page.goto('/users/settings/notify')
      await arriveAt(page, 'Settings')
      await page.getByRole('button', { name: 'Push to this device' }).click()
      await page.getByRole('button', { name: 'Stop pushing to this device' }).waitFor()
      await takePictures(page, 'push')
      const key = await page.evaluate<string>(`localStorage.getItem('push-key')`)
      expect(Buffer.from(key, 'base64url')).toHaveLength(65)
      await page.reload()
      await page.getByRole('button', { name: 'Stop pushing to this device' }).waitFor()
      await page.getByText('1 device gets them').waitFor()

      const given = await answer(site, writer, question.id, 'As soon as it is written.')
      await expect.poll(() => push.got.length, { timeout: 15_000 }).toBe(1)
      const { headers, message } = push.got[0]!
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
      expect(String(headers.authorization)).toContain(`k=${key}`)
      expect(claimsOf(String(headers.authorization)).aud).toBe(`https://${PUSH_HOST}`)

      await noteShown(page)
      await deliver(page, message)
      await expect
        .poll(() => shown(page))
        .toEqual([
          {
            title: 'Noa answered the question',
            body: 'Does it reach my pocket?',
            lang: 'en-US',
            url: expect.stringContaining(given.id) as string,
          },
        ])
      await page.goto('/tags')
      await clickNotification(page)
      await arriveAt(page, 'Does it reach my pocket?')
      expect(pathOf(page)).toContain(given.id)
      expect(await shown(page)).toEqual([])

      await page.goto('/users/settings/notify')
      await page.getByRole('button', { name: 'Stop pushing to this device' }).click()
      await page.getByRole('button', { name: 'Push to this device' }).waitFor()
      await answer(site, await register(site, 'Oda'), question.id, 'This one is only on the site.')
      await page.locator('.bell summary', { hasText: /unread/ }).waitFor()
      expect(push.got).toHaveLength(1)
    } finally {
      push.close()
    }
  },
)

journey(
  'who refuses the permission is told where to change that, and nothing is subscribed',
  async ({ site, open }) => {
    const member = await register(site, 'Pia')
    const page = await open(site)
    await page.addInitScript(`{
    Object.defineProperty(Notification, 'permission', { value: 'default' })
    Notification.requestPermission = async () => 'denied'
  }`)
    await enter(page, member)
    await page.goto('/users/settings/notify')
    await page.ready()
    await page.getByRole('button', { name: 'Push to this device' }).click()
    await page.getByText('Your browser doesn’t allow it').waitFor()
    expect(await page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  },
)
