import { defaultSettings } from '../../src/features/operations/settings/views.ts'
import { threads } from '../threads.ts'
import type { World } from '../world.ts'
import type { Known as AllKnown } from './right-values.ts'

type Known = Omit<AllKnown, 'subject'>

export interface Visitor {
  name: string
  token: string
  mine: string
}

let count = 0

export const readSettings = (w: World) => w.app.db.selectFrom('settings').selectAll().execute()
export type Settings = Awaited<ReturnType<typeof readSettings>>

/** The settings as they were at the beginning, whatever somebody has made of them meanwhile. */
const restoreSettings = (w: World, kept: Settings) =>
  w.app.transaction(async (tx) => {
    await tx.db.deleteFrom('settings').execute()
    await tx.db.insertInto('settings').values(kept).execute()
    for (const name of Object.keys(defaultSettings()))
      await tx.emit('settings.changed', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, name })
  })

/** New people on a site as it should be, with something to talk about: the old ones have suspended each other, or are gone. */
export const gather = async (w: World, settings: Settings): Promise<{ visitors: Visitor[]; known: Known }> => {
  await restoreSettings(w, settings)
  const { given } = w
  const named = (kind: string) => `${kind}${++count}`
  const people = {
    inactive: await given.member({ name: named('inactive'), active: false }),
    fresh: await given.member({ name: named('fresh') }),
    known: await given.member({ name: named('known'), rank: 600 }),
    trusted: await given.member({ name: named('trusted'), rank: 30_000 }),
    moderator: await given.moderator({ name: named('moderator') }),
    admin: await given.member({ name: named('boss'), role_id: 2 }),
    second: await given.member({ name: named('boss'), role_id: 2 }),
    suspended: await given.member({ name: named('suspended') }),
    deleted: await given.member({ name: named('deleted') }),
  }
  // Under the host that is looked for in replies, so that one mailbox in the wrong place is noticed.
  await w.app.transaction(async ({ db }) => {
    for (const { id } of Object.values(people))
      await db
        .updateTable('users')
        .set({ e_mail: `u${id}@secret.example` })
        .where('id', '=', id)
        .execute()
    await db.updateTable('users').set({ status: 9 }).where('id', '=', people.suspended.id).execute()
    await db.updateTable('users').set({ status: 10 }).where('id', '=', people.deleted.id).execute()
    await db.deleteFrom('sessions').where('user_id', '=', people.deleted.id).execute()
  })
  const t = threads(w)
  const question = [await t.ask(people.known), await t.ask(people.trusted), await t.ask(people.fresh)]
  const answer = [await t.answer(people.trusted, question[0]!), await t.answer(people.known, question[1]!)]
  const comment = [await t.comment(people.known, answer[0]!), await t.comment(people.moderator, question[0]!)]
  const visitors = Object.entries(people).map(([name, { id, token }]) => ({
    name,
    token,
    mine: `u${id}@secret.example`,
  }))
  return {
    visitors: [
      ...visitors,
      ...visitors.slice(1, 7),
      ...visitors.slice(3, 7),
      { name: 'nobody', token: '', mine: '' },
      { name: 'forger', token: 'x'.repeat(43), mine: '' },
    ],
    known: {
      question: [...question, '10010000000000001', '10019999999999999', '0'],
      answer: [...answer, '10020000000000002', '10029999999999999'],
      comment: [...comment, '10079999999999999'],
      user: [...Object.values(people).map(({ id }) => String(id)), '1', '999999'],
      username: [...Object.values(people).map(({ username }) => username), 'admin', 'nobody-at-all'],
      tag: ['support', 'unknown-tag'],
    },
  }
}

/** How many of what is known may be talked about at once. */
const KEPT = 12
const keep = (list: string[], id: unknown) => {
  if (typeof id !== 'string' || list.includes(id)) return
  list.push(id)
  if (list.length > KEPT) list.splice(3, 1)
}

/** What a reply has made, so that later calls can be about it. */
export const learn = (known: Known, path: string, data: unknown) => {
  const made = data as {
    id?: string
    info?: { id: string }
    question?: { id: string }
    comment_id?: string
    slug_name?: string
  } | null
  if (path === '/question') keep(known.question, made?.id)
  if (path === '/answer' || path === '/question/answer') keep(known.answer, made?.info?.id)
  if (path === '/question/answer') keep(known.question, made?.question?.id)
  if (path === '/comment') keep(known.comment, made?.comment_id)
  if (path === '/tag') keep(known.tag, made?.slug_name)
}
