import * as bulk from '@askwell/contract/bulk.ts'
import { example, fresh, type Scene } from '../cast.ts'

const someone = async ({ w }: Scene) => String((await w.given.member()).id)
/** One at a time. */
const quiet = ({ w }: Scene) => w.settle()

const begun = async (s: Scene) => {
  await quiet(s)
  const body = { kind: 'user' as const, act: 'suspend' as const, ids: [await someone(s)] }
  const { id } = await s.w.as(s.cast.admin).call(bulk.beginBulk, { body })
  await quiet(s)
  return id
}

const note = async (s: Scene, author: number) => {
  const row = { user_id: Number(await someone(s)), author_id: author, text: fresh('A note '), created_at: 1 }
  return s.w.app.transaction((tx) =>
    tx.db.insertInto('user_notes').values(row).returning('id').executeTakeFirstOrThrow(),
  )
}

export const bulkActs = {
  contentPage: example(bulk.contentPage, () => ({ query: { kind: 'question' } })),
  memberPage: example(bulk.memberPage),
  memberBelongings: example(bulk.memberBelongings, (s) => ({ query: { user_id: String(s.cast.member.id) } })),
  previewBulk: example(bulk.previewBulk, async (s) => ({
    body: { kind: 'user', act: 'suspend', ids: [await someone(s)] },
  })),
  beginBulk: example(bulk.beginBulk, async (s) => {
    await quiet(s)
    return { body: { kind: 'user', act: 'suspend', ids: [await someone(s)] } }
  }),
  bulkPage: example(bulk.bulkPage),
  bulkInfo: example(bulk.bulkInfo, async (s) => ({ query: { id: await begun(s) } })),
  undoBulk: example(bulk.undoBulk, async (s) => ({ body: { id: await begun(s) } })),
  memberFile: example(bulk.memberFile, async (s) => ({ query: { user_id: await someone(s) } })),
  writeNote: example(bulk.writeNote, async (s) => ({ body: { user_id: await someone(s), text: fresh('A note ') } })),
  deleteNote: example(bulk.deleteNote, async (s) => ({
    body: { note_id: String((await note(s, s.cast.admin.id)).id) },
  })),
}
