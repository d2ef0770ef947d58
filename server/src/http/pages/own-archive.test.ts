import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { COMMENT_STATUS, insertComments } from '../../features/content/comments/queries.ts'
import { insertLogin } from '../../features/users/connectors/queries.ts'
import { tellByPlugin } from '../../features/outbound/notifications/by-plugins/tell-by-plugin.ts'
import { upsertUserSettings } from '../../features/operations/plugins/queries.ts'
import { readAll, readArchive } from '../../lib/archive.ts'

let w: World
let ann: TestUser
let bo: TestUser
beforeAll(async () => {
  w = await world('sqlite', { pages: true })
  ;[ann, bo] = [await w.given.member({ name: 'ann', rank: 100 }), await w.given.member({ name: 'bo', rank: 100 })]
})
afterAll(async () => {
  expect(w.faults).toEqual([])
  await w.close()
})

const fetchArchive = (token: string) =>
  w.server.inject({ url: '/session/archive', headers: token ? { cookie: `askwell_session=${token}` } : {} })
const filesOf = async (bytes: Buffer) => {
  const place = join(w.folder, 'fetched.tar.gz')
  writeFileSync(place, bytes)
  const files: Record<string, string> = {}
  for await (const { path, content } of readArchive(place)) files[path] = (await readAll(content)).toString()
  return files
}

test('a member takes all that is theirs along, and nothing of anybody else’s', async () => {
  const t = threads(w)
  const [own, gone, others] = [
    await t.ask(ann, 'A question by ann?'),
    await t.ask(ann, 'A deleted one by ann?'),
    await t.ask(bo, 'A question by bo?'),
  ]
  await w.as(ann).call(deleteQuestion, { body: { id: gone } })
  await t.answer(ann, others, 'An answer by ann.')
  await t.answer(bo, own, 'An answer by bo.')
  await t.comment(ann, others, { original_text: 'A comment by ann.' })
  await w.app.transaction((tx) =>
    insertComments(tx.db, [
      {
        post_id: Number(others.slice(-13)),
        question_id: Number(others.slice(-13)),
        user_id: ann.id,
        original_text: 'A comment by ann that waits.',
        parsed_text: '',
        created_at: tx.now(),
        status: COMMENT_STATUS.pending,
      },
    ]),
  )
  await t.vote(ann, 'up', others)
  for (const { username } of [ann, bo])
    await tellByPlugin(w.app, { slug_name: 'club', name: 'Club' }, username, {
      key: 'k',
      text: `Come and see us, ${username}.`,
    })
  const response = await fetchArchive(ann.token)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="ann.tar.gz"',
    'cache-control': 'no-store',
  })
  const files = await filesOf(response.rawPayload)
  expect(Object.keys(files).sort()).toEqual(
    expect.arrayContaining([
      'bookmarks.json',
      'comments.jsonl',
      'drafts.json',
      'following.json',
      'posts.jsonl',
      'profile.json',
      'reactions.json',
      'reputation.jsonl',
      'site.json',
      'uploads.jsonl',
      'votes.jsonl',
    ]),
  )
  expect(JSON.parse(files['profile.json']!)).toMatchObject({
    username: 'ann',
    e_mail: 'ann@example.com',
    mails: { inbox: true },
  })
  expect(
    files['posts.jsonl']!.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string })
      .map(({ kind }) => kind),
  ).toEqual(['question', 'question', 'answer'])
  expect(Object.keys(files).filter((name) => name.endsWith('.md'))).toHaveLength(3)
  const all = Object.values(files).join('')
  for (const said of [
    'A question by ann?',
    'A deleted one by ann?',
    'An answer by ann.',
    'A comment by ann.',
    'A comment by ann that waits.',
    '"direction":"up"',
    'Come and see us, ann.',
  ])
    expect(all).toContain(said)
  for (const never of ['An answer by bo.', 'Come and see us, bo.', 'bo@example.com', 'password_hash', ann.token])
    expect(all).not.toContain(never)
  // It goes once it is sent.
  await expect
    .poll(() => (existsSync(join(w.folder, 'archives')) ? readdirSync(join(w.folder, 'archives')) : []))
    .toEqual([])
})

test('what they have set in plugins goes along, but for secrets', async () => {
  await w.app.transaction((tx) =>
    upsertUserSettings(tx.db, {
      user_id: ann.id,
      plugin: 'club',
      value: { title: 'Chief' },
      secrets: { key: 'hush-hush' },
      updated_at: 5,
    }),
  )
  const files = await filesOf((await fetchArchive(ann.token)).rawPayload)
  expect(JSON.parse(files['plugins.json']!)).toEqual([{ plugin: 'club', settings: { title: 'Chief' }, updated_at: 5 }])
  expect(Object.values(files).join('')).not.toContain('hush-hush')
})

test('with which accounts elsewhere they log in goes along', async () => {
  const login = (user_id: number, external_id: string) => ({
    user_id,
    connector: 'club',
    external_id,
    known_as: `${external_id}.there`,
    created_at: 5,
    used_at: 7,
  })
  await w.app.transaction(async (tx) => {
    await insertLogin(tx.db, login(ann.id, 'ann-7'))
    await insertLogin(tx.db, login(bo.id, 'bo-7'))
  })
  const { user_id: _, ...known } = login(ann.id, 'ann-7')
  expect(JSON.parse((await filesOf((await fetchArchive(ann.token)).rawPayload))['logins.json']!)).toEqual([known])
})

test('anonymous visitors, suspended and deleted members get nothing', async () => {
  expect((await fetchArchive('')).statusCode).toBe(401)
  const admin = await w.given.admin()
  for (const [status, code] of [
    ['suspended', 403],
    ['deleted', 401],
  ] as const) {
    await w.as(admin).call(setUserStatus, { body: { user_id: String(bo.id), status } })
    expect((await fetchArchive(bo.token)).statusCode).toBe(code)
  }
})
