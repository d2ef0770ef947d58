import type { BulkPreview, BulkWish } from '@askwell/contract/bulk.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { BULK_PREVIEW_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { translateReason } from '../../../../lib/messages.ts'
import { createTurns } from '../../../../lib/turns.ts'
import { findUser } from '../../../users/users/queries.ts'
import { belongingsOf } from '../member/belongings.ts'
import { countAnswersOfOthers, countFilesOf, EVER } from '../member/queries.ts'
import { batchesOf, totalOf } from '../selection/batches.ts'
import { lastId } from '../selection/queries.ts'
import type { Particulars } from '../things.ts'
import { judge, type Judged } from './obstacles.ts'
import { countBelongings } from './queries.ts'

const AT_ONCE = 500
const SHOWN = 5
const TITLE_MAX = 160

const sampleOf = ({ object_type, object_id, title }: Judged) => ({
  id: object_type === 'user' ? String(object_id) : objectId(object_type as 'question', object_id),
  kind: object_type,
  title: title.slice(0, TITLE_MAX),
})

type Figures = Record<string, number>
const add = (figures: Figures, more: Figures) => {
  for (const [name, count] of Object.entries(more)) figures[name] = (figures[name] ?? 0) + count
}

/** What goes with these members, or is swept. */
const figuresOf = async (app: App, { act }: BulkWish, wish: Particulars, user_ids: number[]): Promise<Figures> => {
  if (user_ids.length === 0) return {}
  if (act === 'delete')
    return {
      ...(await countBelongings(app.db, user_ids)),
      answer_of_others: await countAnswersOfOthers(app.db, user_ids, EVER),
      file: await countFilesOf(app.db, user_ids),
    }
  if (act !== 'sweep') return {}
  const figures: Figures = { question: 0, answer: 0, comment: 0, vote: 0, answered: 0 }
  for (const { object_type, stays } of await belongingsOf(app.db, act, user_ids[0]!, wish))
    add(figures, { [stays ? 'answered' : object_type === 'comment_vote' ? 'vote' : object_type]: 1 })
  return figures
}

/** What was found of the things that are meant; past the bound they are counted, not looked at. */
interface Looked {
  count: number
  looked_at: number
  possible: number
  /** The first to which it can be done. */
  first: number
  samples: Judged[]
  skipped: Map<string, { count: number; things: Judged[] }>
}

/** @param onPossible is given the numbers to which it can be done, batch by batch. */
const lookAt = async (
  app: App,
  actor: Actor,
  wish: BulkWish,
  particulars: Particulars,
  onPossible?: (ids: number[]) => Promise<void>,
): Promise<Looked> => {
  const looked: Looked = { count: 0, looked_at: 0, possible: 0, first: 0, samples: [], skipped: new Map() }
  const skip = (reason: string, thing?: Judged) => {
    const group = looked.skipped.getOrInsert(reason, { count: 0, things: [] })
    group.count++
    if (thing && group.things.length < SHOWN) group.things.push(thing)
  }
  const giveWay = createTurns()
  const walk = { after: 0, upto: await lastId(app.db, wish.kind), limit: AT_ONCE }
  for await (const ids of batchesOf(app, wish, walk)) {
    if (looked.looked_at >= BULK_PREVIEW_MAX)
      return { ...looked, count: Math.max(await totalOf(app, wish), looked.looked_at + ids.length) }
    const judged = await judge(app.db, actor, wish, particulars, ids)
    looked.count = looked.looked_at += ids.length
    for (let gone = judged.length; gone < ids.length; gone++) skip('error.bulk.gone')
    for (const thing of judged) if (thing.obstacle) skip(thing.obstacle, thing)
    const able = judged.filter(({ obstacle }) => !obstacle)
    looked.possible += able.length
    looked.first ||= able[0]?.object_id ?? 0
    looked.samples.push(...able.slice(0, SHOWN - looked.samples.length))
    await onPossible?.(able.map(({ object_id }) => object_id))
    await giveWay()
  }
  return looked
}

/** One member's name, or how many they are. */
const confirmationFor = async (app: App, { kind, act }: BulkWish, { count, looked_at, possible, first }: Looked) => {
  if (kind !== 'user' || act !== 'delete') return ''
  if (looked_at < count) return String(count)
  if (possible === 1) return (await findUser(app.db, first))?.username ?? ''
  return possible === 0 ? '' : String(possible)
}

/** What has to be typed before it begins. */
export const confirmationOf = async (app: App, actor: Actor, wish: BulkWish, particulars: Particulars) =>
  confirmationFor(app, wish, await lookAt(app, actor, wish, particulars))

/** What an act would do, and to what it would do nothing and why. Changes nothing. */
export const previewBulk = async (
  app: App,
  actor: Actor,
  wish: BulkWish,
  particulars: Particulars,
  language: string,
): Promise<BulkPreview> => {
  const figures: Figures = {}
  const looked = await lookAt(app, actor, wish, particulars, async (ids) => {
    if (wish.kind === 'user') add(figures, await figuresOf(app, wish, particulars, ids))
  })
  const { count, looked_at, possible, samples, skipped } = looked
  return {
    count,
    looked_at,
    possible,
    samples: samples.map(sampleOf),
    skipped: [...skipped].map(([reason, group]) => ({
      reason,
      msg: translateReason(language, reason),
      count: group.count,
      samples: group.things.map(sampleOf),
    })),
    figures: Object.entries(figures).map(([name, count]) => ({ name, count })),
    confirm: await confirmationFor(app, wish, looked),
  }
}
