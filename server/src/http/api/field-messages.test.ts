import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { closeQuestion } from '@askwell/contract/questions.ts'
import { flagPost } from '@askwell/contract/reviews.ts'
import { createTag, editTag, tag } from '@askwell/contract/tags.ts'
import { editUser } from '@askwell/contract/user-administration.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translateReason } from '../../lib/messages.ts'
import { refusal } from '../../../test/faultless.ts'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const TOO_LONG = 'x'.repeat(36)
const NO_REASON = 'Please select a reason'

/** What somebody reads at a field. */
describe.each(engines)('what is said at a field (%s)', (engine) => {
  let w: World
  let question: string, tag_id: string
  let ann: TestUser, bob: TestUser, moe: TestUser, boss: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann', rank: 1000 })
    bob = await w.given.member({ name: 'bob', rank: 1000 })
    moe = await w.given.moderator({ name: 'moe' })
    boss = await w.given.admin()
    question = await threads(w).ask(ann)
    tag_id = (await w.nobody.call(tag, { query: { name: 'support' } })).tag_id
  })
  afterAll(() => w.close())

  const said = async (who: TestUser, endpoint: Endpoint, body: object, field: string) => {
    const { data } = await refusal(w.as(who).call(endpoint, { body }))
    return (data as { error_field: string; error_msg: string }[]).find((one) => one.error_field === field)?.error_msg
  }
  const whole = { display_name: 'Zephyr', slug_name: 'zephyr', original_text: 'A wind from the west.' }

  test.each([
    ['display_name', '', 'Display name cannot be empty'],
    ['display_name', '  ', 'Display name cannot be empty'],
    ['display_name', TOO_LONG, 'up to 35 characters'],
    ['slug_name', '', 'URL slug cannot be empty'],
    ['slug_name', '  ', 'URL slug cannot be empty'],
    ['slug_name', TOO_LONG, 'up to 35 characters'],
    ['original_text', '', 'Cannot be empty.'],
  ])('the %s of a tag: "%s"', async (field, value, words) => {
    expect(await said(moe, createTag, { ...whole, [field]: value }, field)).toBe(words)
    if (field !== 'original_text')
      expect(await said(moe, editTag, { ...whole, tag_id, [field]: value }, field)).toBe(words)
  })

  test('a tag without any of them is told of each', async () => {
    expect(await said(moe, createTag, {}, 'display_name')).toBe('Display name cannot be empty')
    expect(await said(moe, createTag, {}, 'slug_name')).toBe('URL slug cannot be empty')
  })

  test.each([
    [{}, 'report_type', NO_REASON],
    [{ report_type: 0 }, 'report_type', NO_REASON],
    [{ report_type: 59 }, 'content', 'Cannot be empty.'],
    [{ report_type: 59, content: '   ' }, 'content', 'Cannot be empty.'],
    [{ report_type: 60, content: 'the other one' }, 'content', 'URL format is incorrect.'],
    [
      { report_type: 60, content: 'https://elsewhere.example/questions/10010000000000001' },
      'content',
      'URL origin does not match the current website.',
    ],
  ])('a flag: %j', async (flag, field, words) => {
    expect(await said(bob, flagPost, { object_id: question, ...flag }, field)).toBe(words)
  })

  test('closing without a reason', async () => {
    expect(await said(moe, closeQuestion, { id: question, close_type: 0, close_msg: '' }, 'close_type')).toBe(NO_REASON)
  })

  test('an e-mail address that is none, as an admin writes it', async () => {
    const user = { user_id: String(bob.id), username: 'bob', display_name: 'bob', email: 'bob at example' }
    expect(await said(boss, editUser, user, 'email')).toBe('Invalid Email Address.')
  })

  test('a vote on what one wrote oneself', async () => {
    const own = await refusal(w.as(ann).call(vote, { params: { direction: 'up' }, body: { object_id: question } }))
    expect(translateReason('en_US', own.reason)).toBe('Forbidden to operate on yourself')
  })
})

test.each([
  ['error.email.duplicate', 'Email already exists'],
  ['error.install.create_config_failed', /^Cannot create config file\./],
  ['error.database.connection_failed', /^Database connection failed/],
  ['base.already_installed', /^Already installed/],
])('the words for %s', (reason, words) => {
  expect(translateReason('en_US', reason, { message: '' })).toMatch(words)
})
