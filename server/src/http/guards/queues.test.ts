import { uploadFile } from '@askwell/contract/files.ts'
import { logInByEmail, registerByEmail } from '@askwell/contract/accounts.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const SENTENCE = 'The site is very busy right now. Please try again in 5 s.'
const REFUSED = { code: 503, reason: 'base.overloaded', msg: SENTENCE, data: { retry_after: 5 } }

describe.each(engines)('what takes long waits in a queue (%s)', (engine) => {
  let w: World
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ann = await w.given.member()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const many = <T>(count: number, act: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)))
  const addressOf = (n: number) => `192.0.2.${n % 250}`
  const login = (n: number, remoteAddress = addressOf(n)) =>
    w.server.inject({
      method: 'POST',
      url: pathOf(logInByEmail),
      remoteAddress,
      headers: { 'content-type': 'application/json', 'accept-language': 'en_US' },
      payload: JSON.stringify({ e_mail: `nobody${n}@example.com`, pass: 'not-this-one' }),
    })
  const visit = async () => {
    const { body, cookies } = await w.server.inject({ url: '/users/login', headers: { host: 'localhost' } })
    return {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      form_token: /name="form_token" value="([^"]+)"/.exec(body)![1]!,
    }
  }
  const loginForm = ({ cookie, form_token }: { cookie: string; form_token: string }, n = 0) =>
    w.server.inject({
      method: 'POST',
      url: '/users/login',
      remoteAddress: addressOf(n),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'en_US',
        cookie,
        host: 'localhost',
        origin: 'http://localhost',
      },
      payload: new URLSearchParams({ form_token, e_mail: `typed${n}@example.com`, pass: 'not-this-one' }).toString(),
    })

  test('passwords: beyond it one is told when to come again', async () => {
    const replies = await many(150, (n) => login(n))
    const away = replies.filter(({ statusCode }) => statusCode === 503)
    expect(away.length).toBeGreaterThan(0)
    expect(replies.filter(({ statusCode }) => statusCode === 400).length).toBe(150 - away.length)
    expect([away[0]!.json(), away[0]!.headers['retry-after']]).toEqual([REFUSED, '5'])
    expect((await login(0)).statusCode).toBe(400) // and soon all is well again
  })

  test('passwords: who sends many waits behind who sends one, by call and by form', async () => {
    const seen = await visit()
    const order: string[] = []
    const crowd = many(25, async (n) => {
      await login(n, '192.0.2.250')
      order.push('crowd')
    })
    await expect.poll(() => order.length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0)
    await Promise.all([login(1).then(() => order.push('call')), loginForm(seen, 2).then(() => order.push('form'))])
    await crowd
    expect(order.indexOf('call')).toBeLessThan(15)
    expect(order.indexOf('form')).toBeLessThan(15)
  })

  test('passwords: who has been there before, from the same network, goes before the crowd', async () => {
    const account = { e_mail: 'zoe@example.com', pass: 'first-password' }
    await w.nobody.call(registerByEmail, { body: { name: 'zoe', ...account } })
    const enter = (remoteAddress: string) =>
      w.server.inject({
        method: 'POST',
        url: pathOf(logInByEmail),
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(account),
      })
    expect((await enter('192.0.2.251')).statusCode).toBe(200)
    const order: string[] = []
    const crowd = many(25, async (n) => {
      await login(n)
      order.push('crowd')
    })
    await expect.poll(() => order.length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0)
    await enter('192.0.2.251').then(({ statusCode }) => order.push(`home ${statusCode}`))
    await crowd
    expect(order.indexOf('home 200')).toBeGreaterThan(0)
    expect(order.indexOf('home 200')).toBeLessThan(15)
  })

  test('passwords: the form comes back with what was typed', async () => {
    const seen = await visit()
    const replies = await many(120, (n) => loginForm(seen, n))
    const away = replies.map(({ body }, n) => ({ body, n })).filter(({ body }) => body.includes(SENTENCE))
    expect(away.length).toBeGreaterThan(0)
    expect(away[0]!.body).toContain(`value="typed${away[0]!.n}@example.com"`)
  })

  test('passwords: forms that wait for them hold up nobody else', async () => {
    const seen = await visit()
    const order: string[] = []
    const logins = many(60, async (n) => {
      await loginForm(seen, n)
      order.push('login')
    })
    await expect.poll(() => order.length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0) // now all the others wait
    const page = w.server.inject({ url: '/questions?seen=once' }).then(() => order.push('page'))
    await Promise.all([logins, page])
    expect(order.indexOf('page')).toBeLessThan(40)
    expect(w.site.loadShedder.inWork).toBe(0)
  })

  test('pictures: one after another, and beyond the queue one is told when to come again', async () => {
    const side = 1500
    const png = await sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#0033ff',
        noise: { type: 'gaussian', mean: 99, sigma: 9 },
      },
    })
      .resize(side / 2)
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('source', 'post')
    form.set('file', new Blob([new Uint8Array(png)]), 'a.png')
    const packed = new Response(form)
    const payload = Buffer.from(await packed.arrayBuffer())
    const replies = await many(40, () =>
      w.server.inject({
        method: 'POST',
        url: pathOf(uploadFile),
        headers: {
          'content-type': packed.headers.get('content-type')!,
          'accept-language': 'en_US',
          authorization: ann.token,
        },
        payload,
      }),
    )
    const away = replies.filter(({ statusCode }) => statusCode === 503)
    expect(away.length).toBeGreaterThan(0)
    expect([away[0]!.json(), away[0]!.headers['retry-after']]).toEqual([REFUSED, '5'])
    const kept = replies.filter(({ statusCode }) => statusCode === 200)
    expect(kept.length).toBe(40 - away.length)
    expect(kept.length).toBeGreaterThan(0)
  })
})
