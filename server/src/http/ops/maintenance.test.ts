import { logInByEmail } from '@askwell/contract/accounts.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import {
  beginOneTimePassword,
  confirmOneTimePassword,
  finishLogIn,
  logInWithPasskey,
  passkeyLogInOptions,
  type SecondStep,
} from '@askwell/contract/second-factors.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/faultless.ts'
import { setPrivate } from '../../../test/private-site.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../test/world.ts'
import { saveSetting } from '../../features/operations/settings/queries.ts'
import { codeAt } from '../../lib/one-time.ts'
import { translate } from '../../lib/messages.ts'

describe.each(engines)('while the site is looked after (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
    ann = await w.given.member()
    await w.server.inject({ url: '/questions' }) // rendered and kept, as it will be for most
    await turn(true)
  })
  afterAll(() => w.close())
  /** As the command line does it: another hand on the same database. */
  const turn = async (on: boolean) => {
    await w.app.transaction((tx) => saveSetting(tx.db, 'maintenance', on, tx.now()))
    while ((await w.site.maintenance.isOn()) !== on) await new Promise((resume) => setTimeout(resume, 20))
  }
  const page = (url: string, cookie = '') =>
    w.server.inject({ url, headers: { accept: 'text/html', 'accept-language': 'en_US', ...(cookie && { cookie }) } })

  test('every page says so with 503 and when to come again, whole and without scripts', async () => {
    for (const url of [
      '/',
      '/questions',
      '/questions/10010000000000001',
      '/users/settings/profile',
      '/nowhere',
      '/admin',
    ]) {
      const reply = await page(url)
      expect([url, reply.statusCode, reply.headers['retry-after'], reply.headers['cache-control']]).toEqual([
        url,
        503,
        '120',
        'no-store',
      ])
      expect(reply.body).toContain(translate('en_US', 'errors.maintenance_title'))
      expect(reply.body).not.toContain('<script')
      expect(Number(reply.headers.refresh)).toBeGreaterThanOrEqual(30)
    }
  })

  test('every call says so in the envelope, but what it takes to log in', async () => {
    const reply = await w.server.inject({
      url: '/answer/api/v1/question/page',
      headers: { 'accept-language': 'en_US' },
    })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      503,
      '120',
      {
        code: 503,
        reason: 'base.maintenance',
        msg: translate('en_US', 'reasons.base.maintenance'),
        data: { retry_after: 120 },
      },
    ])
    await expect(w.as(ann).call(questionPage, { query: {} })).rejects.toMatchObject({
      status: 503,
      reason: 'base.maintenance',
    })
    for (const [method, url] of [
      ['POST', '/answer/api/v1/question'],
      ['GET', '/uploads/post/x.png'],
      ['POST', '/questions/ask'],
    ] as const)
      expect((await w.server.inject({ method, url })).statusCode).toBe(503)
    expect((await w.nobody.call(siteInfo)).general.name).toBe('World')
  })

  test('admins log in and work as always', async () => {
    const { access_token } = await w.nobody.call(logInByEmail, {
      body: { e_mail: FIRST_SITE.email, pass: FIRST_SITE.password },
    })
    expect((await w.as({ ...admin, token: access_token }).call(questionPage, { query: {} })).count).toBeGreaterThan(0)
    expect((await page('/users/login')).statusCode).toBe(200)
    expect((await page('/questions', `askwell_session=${access_token}`)).statusCode).toBe(200)
    expect((await page('/questions', `askwell_session=${ann.token}`)).statusCode).toBe(503)
  })

  test('so do those with a second factor, by code or passkey', async () => {
    const { secret } = await w.as(admin).call(beginOneTimePassword, { body: { pass: FIRST_SITE.password } })
    const nextCode = () => {
      w.clock.advance(30)
      return codeAt(secret, w.clock.now())
    }
    await w.as(admin).call(confirmOneTimePassword, { body: { code: nextCode() } })
    const refused = await refusal(
      w.nobody.call(logInByEmail, { body: { e_mail: FIRST_SITE.email, pass: FIRST_SITE.password } }),
    )
    const { challenge } = refused.data as SecondStep
    expect(await w.nobody.call(finishLogIn, { body: { challenge, code: nextCode() } })).toHaveProperty('access_token')
    const passkey = await w.nobody.call(passkeyLogInOptions)
    expect(
      await refusal(w.nobody.call(logInWithPasskey, { body: { challenge: passkey.challenge, credential: '{}' } })),
    ).not.toMatchObject({ status: 503 })
  })

  test('monitoring is answered, and pages find their styles', async () => {
    for (const url of ['/healthz', '/readyz', '/favicon.ico', '/custom.css'])
      expect([url, (await w.server.inject({ url })).statusCode]).toEqual([url, 200])
  })

  test('a private site says it to anonymous visitors too, and nothing else', async () => {
    await setPrivate(w, true)
    expect((await page('/questions')).body).toContain(translate('en_US', 'errors.maintenance_title'))
    await setPrivate(w, false)
  })

  test('afterwards all is as before', async () => {
    await turn(false)
    expect((await page('/questions')).statusCode).toBe(200)
    expect((await w.as(ann).call(questionPage, { query: {} })).count).toBeGreaterThan(0)
    expect(w.faults).toEqual([])
  })
})
