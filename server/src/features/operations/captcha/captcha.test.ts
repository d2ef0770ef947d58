import {
  type CaptchaAction,
  actionRecord,
  logInByEmail,
  registerByEmail,
  requestPasswordReset,
  sendVerification,
} from '@askwell/contract/accounts.ts'
import { deleteComment, writeComment } from '@askwell/contract/comments.ts'
import { plugins, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '@askwell/contract/index.ts'
import { ask } from '../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { CAPTCHA_ACTION_OF } from '@askwell/contract/captcha-actions.ts'
import { isDemanded } from './policy.ts'
import type { CaptchaPort } from './service.ts'

const REFUSED = { status: 400, reason: 'error.object.captcha_verification_failed' }
const PICTURE = 'data:image/png;base64,AA=='

/** A captcha as a plugin would bring it, whose pictures the tests can read. */
const easy = () => {
  const secrets: string[] = []
  const port: CaptchaPort = {
    challenge: async () => {
      secrets.push(`word${secrets.length}`)
      return { picture: PICTURE, secret: secrets.at(-1)! }
    },
    solves: async (secret, typed) => typed.trim().toLowerCase() === secret,
  }
  return { port, read: () => secrets.at(-1)! }
}

describe('how much of it takes a captcha', () => {
  const after = (action: CaptchaAction, count: number, seconds: number) =>
    isDemanded(action, count ? { count, last: 1000 } : undefined, 1000 + seconds)
  test.each<[CaptchaAction, number, number, boolean]>([
    ['email', 0, 0, true],
    ['password', 2, 0, false],
    ['password', 3, 1800, true],
    ['password', 3, 1801, false],
    ['edit_userinfo', 2, 0, false],
    ['edit_userinfo', 3, 1800, true],
    ['question', 0, 0, false],
    ['question', 1, 5, true],
    ['question', 1, 6, false],
    ['question', 10, 300, true],
    ['answer', 1, 5, true],
    ['answer', 9, 6, false],
    ['answer', 10, 6, true],
    ['comment', 1, 1, true],
    ['comment', 1, 2, false],
    ['comment', 30, 300, true],
    ['edit', 9, 0, false],
    ['edit', 10, 0, true],
    ['invitation_answer', 29, 0, false],
    ['invitation_answer', 30, 0, true],
    ['search', 19, 0, false],
    ['search', 20, 60, true],
    ['search', 20, 61, false],
    ['report', 1, 1, true],
    ['report', 29, 2, false],
    ['report', 30, 2, true],
    ['delete', 1, 5, true],
    ['delete', 4, 6, false],
    ['delete', 5, 300, true],
    ['vote', 39, 0, false],
    ['vote', 40, 0, true],
  ])('%s, after %d of them and %d seconds: %s', (action, count, seconds, demanded) =>
    expect(after(action, count, seconds)).toBe(demanded),
  )

  test('every call that carries a captcha counts as some action', () => {
    const carrying = endpoints.filter(({ query, body }) =>
      [query, body].some((schema) => 'captcha_code' in ((schema as { properties?: object }).properties ?? {})),
    )
    expect(Object.keys(CAPTCHA_ACTION_OF).sort()).toEqual(
      carrying.map(({ method, path }) => `${method} ${path}`).sort(),
    )
  })
})

describe.each(engines)('a captcha (%s)', (engine) => {
  let w: World
  let ann: TestUser
  const { port, read } = easy()
  beforeAll(async () => {
    w = await world(engine)
  })
  beforeEach(async () => {
    ann = await w.given.member({ rank: 500 })
    w.site.captchas.use(port)
    w.clock.advance(3600)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const record = (person: TestUser | undefined, action: CaptchaAction, ip?: string) =>
    (person ? w.as(person) : w.nobody).call(actionRecord, { query: { action }, ip })
  const solution = async (person: TestUser | undefined, action: CaptchaAction, ip?: string) => ({
    captcha_id: (await record(person, action, ip)).captcha_id,
    captcha_code: read(),
  })
  let count = 0
  const question = (more: object = {}) => ({
    body: {
      title: `What is the captcha ${++count}?`,
      content: `The text of captcha ${count}.`,
      tags: [{ slug_name: 'support' }],
      ...more,
    },
  })
  const reset = (more: object = {}, ip?: string) =>
    w.nobody.call(requestPasswordReset, { body: { e_mail: 'nobody@example.com', ...more }, ip })

  test('is asked of nobody while there is no plugin for it', async () => {
    w.site.captchas.use(undefined)
    for (const action of ['email', 'question', 'vote'] as const)
      expect(await record(undefined, action)).toEqual({
        captcha_id: '',
        captcha_img: '',
        captcha_question: '',
        verify: false,
      })
    await reset()
    for (let n = 0; n < 3; n++) await w.as(ann).call(askQuestion, question())
  })

  test('is asked before whatever mails somebody, each time', async () => {
    await expect(reset()).rejects.toMatchObject({ ...REFUSED, fields: ['captcha_code'] })
    await expect(
      w.nobody.call(registerByEmail, { body: { name: 'Robot', e_mail: 'robot@example.com', pass: 'some-password' } }),
    ).rejects.toMatchObject(REFUSED)
    const late = await w.given.member({ active: false })
    await expect(w.as(late).call(sendVerification, { body: {} })).rejects.toMatchObject(REFUSED)
    expect(await record(undefined, 'email')).toEqual({
      captcha_id: expect.stringMatching(/^[\w-]{43}$/),
      captcha_img: PICTURE,
      captcha_question: '',
      verify: true,
    })
    await reset(await solution(undefined, 'email'))
    await expect(reset()).rejects.toMatchObject(REFUSED)
  })

  test('is asked of members who write in haste, and not after a pause', async () => {
    await w.as(ann).call(askQuestion, question())
    expect((await record(ann, 'question')).verify).toBe(true)
    await expect(w.as(ann).call(askQuestion, question())).rejects.toMatchObject(REFUSED)
    await w.as(ann).call(askQuestion, question(await solution(ann, 'question')))
    w.clock.advance(6)
    expect((await record(ann, 'question')).verify).toBe(false)
    await w.as(ann).call(askQuestion, question())
  })

  test('isn’t asked of staff, nor of others because of somebody', async () => {
    const [mod, bob] = [await w.given.moderator(), await w.given.member()]
    await w.as(mod).call(askQuestion, question())
    await w.as(mod).call(askQuestion, question())
    await w.as(ann).call(askQuestion, question())
    expect((await record(bob, 'question')).verify).toBe(false)
    await w.as(bob).call(askQuestion, question())
  })

  test('is asked after three wrong passwords from one network, until a right one', async () => {
    const logIn = (pass: string, more: object = {}, ip = '192.0.2.1') =>
      w.nobody.call(logInByEmail, { body: { e_mail: 'admin@example.com', pass, ...more }, ip })
    for (let n = 0; n < 3; n++)
      await expect(logIn('wrong-password')).rejects.toMatchObject({
        reason: 'error.object.email_or_password_incorrect',
      })
    await expect(logIn('admin-password')).rejects.toMatchObject(REFUSED)
    expect((await logIn('admin-password', {}, '192.0.2.2')).username).toBe('admin')
    await expect(logIn('wrong-password', await solution(undefined, 'password', '192.0.2.1'))).rejects.toMatchObject({
      reason: 'error.object.email_or_password_incorrect',
    })
    expect((await logIn('admin-password', await solution(undefined, 'password', '192.0.2.1'))).username).toBe('admin')
    expect((await record(undefined, 'password', '192.0.2.1')).verify).toBe(false)
  })

  test('is asked after many searches, comments, deletions and votes', async () => {
    const t = threads(w)
    const bob = await w.given.member({ rank: 500 })
    const first = await t.ask(bob)
    await w.settle()
    for (let n = 0; n < 20; n++) await w.as(ann).call(search, { query: { q: 'zephyr' } })
    await expect(w.as(ann).call(search, { query: { q: 'zephyr' } })).rejects.toMatchObject(REFUSED)
    expect(
      (await w.as(ann).call(search, { query: { q: 'zephyr', ...(await solution(ann, 'search')) } })).count,
    ).toBeGreaterThan(0)
    const said = await t.comment(ann, first)
    await expect(
      w.as(ann).call(writeComment, { body: { object_id: first, original_text: 'And at once another.' } }),
    ).rejects.toMatchObject(REFUSED)
    w.clock.advance(2)
    const another = await t.comment(ann, first)
    await w.as(ann).call(deleteComment, { body: { comment_id: said } })
    await expect(w.as(ann).call(deleteComment, { body: { comment_id: another } })).rejects.toMatchObject(REFUSED)
    for (let n = 0; n < 40; n++) await t.vote(ann, 'up', first, n % 2 === 1)
    await expect(t.vote(ann, 'up', first)).rejects.toMatchObject(REFUSED)
  })

  test('a hundred at once: no more than the threshold get by without one', async () => {
    const first = await threads(w).ask(await w.given.member({ rank: 500 }))
    const votes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        w.as(ann).call(vote, { params: { direction: 'up' }, body: { object_id: first, is_cancel: n % 2 === 1 } }),
      ),
    )
    expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  })

  describe('counts for one try', () => {
    test.each<[string, (right: { captcha_id: string; captcha_code: string }) => Promise<object> | object]>([
      ['nothing at all', () => ({})],
      ['no picture', ({ captcha_code }) => ({ captcha_code })],
      ['no letters', ({ captcha_id }) => ({ captcha_id })],
      ['wrong letters', ({ captcha_id }) => ({ captcha_id, captcha_code: 'x' })],
      ['a picture nobody was shown', ({ captcha_code }) => ({ captcha_id: 'x'.repeat(43), captcha_code })],
      [
        'a picture for another action',
        async () => {
          await w.as(ann).call(askQuestion, question())
          return solution(ann, 'question')
        },
      ],
      ['a picture shown to another network', () => solution(undefined, 'email', '198.51.100.7')],
      [
        'a picture that is too old',
        async ({ captcha_id, captcha_code }) => {
          w.clock.advance(361)
          return { captcha_id, captcha_code }
        },
      ],
    ])('%s is refused', async (_, forge) => {
      const right = await solution(undefined, 'email')
      await expect(reset(await forge(right))).rejects.toMatchObject(REFUSED)
    })

    test('right or wrong, it is used up', async () => {
      const [one, two] = [await solution(undefined, 'email'), await solution(undefined, 'email')]
      await reset(two)
      await expect(reset(two)).rejects.toMatchObject(REFUSED)
      await expect(reset({ ...one, captcha_code: 'wrong' })).rejects.toMatchObject(REFUSED)
      await expect(reset({ ...one, captcha_code: 'word0' })).rejects.toMatchObject(REFUSED)
    })

    test('fifty at once with the same right one: exactly one gets by', async () => {
      const right = await solution(undefined, 'email')
      const tries = await Promise.allSettled(Array.from({ length: 50 }, () => reset(right)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(REFUSED)
    })
  })

  test('what is kept of it can’t be shown again, and goes in time', async () => {
    const { captcha_id } = await record(undefined, 'email')
    const kept = () => w.app.db.selectFrom('captchas').selectAll().execute()
    expect(JSON.stringify(await kept())).not.toContain(captcha_id)
    w.clock.advance(361)
    await record(undefined, 'email')
    expect(await kept()).toHaveLength(1)
  })

  test('that fails itself lets nobody by', async () => {
    const right = await solution(undefined, 'email')
    w.site.captchas.use({
      challenge: () => Promise.reject(new Error('no pictures')),
      solves: () => Promise.reject(new Error('no letters')),
    })
    await expect(reset(right)).rejects.toMatchObject({ status: 500 })
    await expect(record(undefined, 'email')).rejects.toMatchObject({ status: 500 })
    expect(w.faults.splice(0)).toHaveLength(2)
  })

  test('of a plugin in a process of its own comes first; where that fails, the site draws a picture', async () => {
    const admin = await w.given.admin()
    const code = `export default { captcha: {
  challenge({ language, alternative, count }) {
    if (globalThis.broken) throw new Error('no riddles left')
    globalThis.calls = (globalThis.calls ?? 0) + 1
    const riddle = { question: alternative ? 'In words: ' + language + ' ' + calls : '', picture: '${PICTURE}', secret: 'riddle' }
    return Array.from({ length: alternative ? count : 1 }, () => riddle)
  },
  verify({ secret, typed }) {
    if (typed === 'break') globalThis.broken = true
    return secret === 'riddle' && typed === 'solved'
  },
} }`
    const bytes = await pluginArchive({ slug_name: 'riddles', code, askwell: { kinds: ['captcha'], languages: [] } })
    const file = { name: 'a.tgz', bytes }
    await ask(w, uploadPlugin, { body: {}, file }, { token: admin.token, ip: '198.51.100.7' })
    const turn = (enabled: boolean) =>
      w.as(admin).call(setPluginStatus, { body: { plugin_slug_name: 'riddles', enabled, agreed: ['captcha'] } })
    w.site.captchas.use(undefined)
    await turn(true)
    const asked = await record(undefined, 'email')
    expect(asked).toMatchObject({ verify: true, captcha_img: PICTURE, captcha_question: '' })
    const { captcha_id } = asked
    await reset({ captcha_id, captcha_code: 'solved' })
    await expect(reset({ captcha_id, captcha_code: 'solved' })).rejects.toMatchObject(REFUSED)
    const words = () => w.nobody.call(actionRecord, { query: { action: 'email', alternative: true } })
    const inWords = await words()
    expect(inWords.captcha_question).toBe('In words: en_US 2')
    expect((await words()).captcha_question).toBe('In words: en_US 2')
    await expect(reset({ captcha_id: inWords.captcha_id, captcha_code: 'break' })).rejects.toMatchObject(REFUSED)
    const drawn = await record(undefined, 'email')
    expect(drawn.captcha_img).toMatch(/^data:image\/png;base64,.{1000}/)
    await expect(reset({ captcha_id: drawn.captcha_id, captcha_code: 'solved' })).rejects.toMatchObject(REFUSED)
    expect(w.faults.splice(0).map(String)).toEqual(['Error: no riddles left'])
    await turn(false)
    expect(await record(undefined, 'email')).toMatchObject({ verify: false })
  })

  describe('of a plugin', () => {
    let admin: TestUser
    const turn = (plugin_slug_name: string, enabled: boolean) =>
      w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed: ['captcha'] } })
    const begin = async (slug_name: string, code: string) => {
      admin = await w.given.admin()
      w.site.captchas.use(undefined)
      const bytes = await pluginArchive({ slug_name, code, askwell: { kinds: ['captcha'], languages: [] } })
      const file = { name: 'a.tgz', bytes }
      await ask(w, uploadPlugin, { body: {}, file }, { token: admin.token, ip: '198.51.100.7' })
      await turn(slug_name, true)
    }

    test('a crowd gets three at once from it, and pictures of the site beyond them', async () => {
      await begin(
        'slow',
        `let now = 0
let most = 0
export default { captcha: {
  async challenge() {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 200))
    now--
    return [{ picture: '${PICTURE}', secret: 'x' }]
  },
  verify: ({ typed }) => Number(typed) === most,
} }`,
      )
      const { captcha_id } = await record(undefined, 'email')
      const crowd = await Promise.all(Array.from({ length: 12 }, () => record(undefined, 'email')))
      expect(crowd.every(({ verify }) => verify)).toBe(true)
      await reset({ captcha_id, captcha_code: '3' })
      await turn('slow', false)
      expect(await record(undefined, 'email')).toMatchObject({ verify: false })
    })

    test('the site draws pictures in its place once it has been given up, until an admin switches it off', async () => {
      w.site.installed.supervision.pauseMs = 10
      await begin('ending', 'export default { captcha: { challenge: () => process.exit(3), verify: () => true } }')
      const isOn = async () =>
        (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'ending')!.enabled
      await expect
        .poll(
          async () => {
            expect((await record(undefined, 'email')).verify).toBe(true)
            return isOn()
          },
          { timeout: 20_000 },
        )
        .toBe(false)
      const drawn = await record(undefined, 'email')
      expect(drawn.captcha_img).toMatch(/^data:image\/png;base64,.{1000}/)
      await expect(reset()).rejects.toMatchObject(REFUSED)
      await turn('ending', false)
      expect(await record(undefined, 'email')).toMatchObject({ verify: false })
      const ends = w.faults.splice(0).map(String)
      expect(ends.filter((fault) => fault.includes('its process ended (code 3)')).length).toBeGreaterThan(0)
      expect(ends.filter((fault) => !/its process ended|it was switched off/.test(fault))).toEqual([])
    })
  })
})
