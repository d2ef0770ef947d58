import { parseObjectId, userNumber } from '@askwell/contract/ids.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { App, Tx } from '../../../events/events.ts'
import { type Actor, USER_STATUS } from '../../../lib/actor.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { addToFollowCounts as addToQuestions } from '../../content/posts/counts/queries.ts'
import { lockVisiblePost } from '../../content/posts/queries.ts'
import { addToFollowCounts as addToTags, setFollowCounts as recountTags } from '../../content/tags/counts/queries.ts'
import { listTagsBySlug, lockBorneTags, lockTags, TAG_STATUS } from '../../content/tags/queries.ts'
import { addToFollowCounts as addToUsers, setFollowCounts as recountUsers } from '../../users/users/counts/queries.ts'
import { lockUser } from '../../users/users/queries.ts'
import { deleteFollows, deleteFollowsOf, insertFollows, redirectFollows, listFollowed } from './queries.ts'
import type { Followed } from '../../users/users/followed.ts'

const ADD = { question: addToQuestions, tag: addToTags, user: addToUsers }
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

const announce = (tx: Tx, actor_id: number, object_type: Followed, object_id: number, on: boolean) =>
  tx.emit(on ? 'thing.followed' : 'thing.unfollowed', {
    actor_id,
    object_type,
    object_id,
    question_id: object_type === 'question' ? object_id : 0,
  })

/** Follows or unfollows a thing. Doing it twice changes nothing, thanks to the unique key, and only real changes are counted. @returns how many more follow it now. */
export const setFollow = async (
  tx: Tx,
  { id }: Pick<Actor, 'id'>,
  object_type: Followed,
  object_id: number,
  on: boolean,
) => {
  const changed = on
    ? await insertFollows(tx.db, id, object_type, [object_id], tx.now())
    : await deleteFollows(tx.db, id, object_type, [object_id])
  if (changed.length === 0) return 0
  const more = on ? 1 : -1
  await ADD[object_type](tx.db, changed, more)
  await announce(tx, id, object_type, object_id, on)
  return more
}

/** Follows exactly these tags from now on. */
export const followExactly = async (tx: Tx, { id }: Pick<Actor, 'id'>, tag_ids: number[]) => {
  const before = await listFollowed(tx.db, id, 'tag')
  const added = tag_ids.filter((tag) => !before.includes(tag))
  const dropped = before.filter((tag) => !tag_ids.includes(tag))
  await lockTags(tx.db, [...added, ...dropped]) // in the order of all who lock several
  await addToTags(tx.db, await insertFollows(tx.db, id, 'tag', added, tx.now()), 1)
  await addToTags(tx.db, await deleteFollows(tx.db, id, 'tag', dropped), -1)
  if (added.length || dropped.length) await announce(tx, id, 'tag', added[0] ?? dropped[0]!, added.length > 0)
}

/** Merges locked tags: a follower of one of them follows the other, once. */
export const moveFollowers = async (tx: Tx, from: number[], to: number) => {
  if (from.length === 0) return
  await redirectFollows(tx.db, 'tag', from, to)
  await recountTags(tx.db, sorted([...from, to]))
}

/** A member was erased: nobody follows them, and what they followed has one follower less. */
export const dropFollowsOf = async (tx: Tx, user_id: number) => {
  const gone = await deleteFollowsOf(tx.db, user_id)
  for (const type of ['question', 'tag', 'user'] as const) {
    const ids = sorted(gone.flatMap(({ object_type, object_id }) => (object_type === type ? object_id : [])))
    if (ids.length) await ADD[type](tx.db, ids, -1)
  }
  await recountUsers(tx.db, [user_id])
}

const missing = () => new BadRequest('error.object.not_found')

/** The thing to be followed, locked, with its number of followers; it must be visible to the member, and not be themselves. */
const lockFollowable = async (tx: Tx, actor: Actor, type: Followed, id: number) => {
  if (type === 'question') return (await lockVisiblePost(tx.db, id, actor, 'question'))?.question
  if (type === 'tag') {
    const tag = (await lockTags(tx.db, [id]))[0]
    return tag?.status === TAG_STATUS.available && tag.main_tag_id
      ? (await lockTags(tx.db, [tag.main_tag_id]))[0]
      : tag?.status === TAG_STATUS.available
        ? tag
        : undefined
  }
  const user = await lockUser(tx.db, id)
  return user && user.id !== actor.id && user.status !== USER_STATUS.deleted ? user : undefined
}

/** By the 17 digits of a question, a tag or a member; a member also by their number. */
const meant = (object_id: string): { type: Followed; number: number } | undefined => {
  const object = parseObjectId(object_id)
  if (object?.type === 'question' || object?.type === 'tag' || object?.type === 'user')
    return { type: object.type, number: object.number }
  const number = object ? 0 : userNumber(object_id)
  return number ? { type: 'user', number } : undefined
}

/** The result of one click. */
export const follow = async (app: App, actor: Actor, object_id: string, on: boolean) => {
  const object = meant(object_id)
  if (!object) throw missing()
  return app.transaction(async (tx) => {
    const thing = await lockFollowable(tx, actor, object.type, object.number)
    if (!thing) throw missing()
    return { follows: thing.follow_count + (await setFollow(tx, actor, object.type, thing.id, on)), is_followed: on }
  })
}

/** Follows exactly these from now on; by another word for it, that tag. What there is no tag for is left out. */
export const followTags = async (app: App, actor: Actor, names: string[]) => {
  const slugs = [...new Set(names.map(slugOf).filter(Boolean))]
  await app.transaction(async (tx) => {
    const named = (await listTagsBySlug(tx.db, slugs)).filter((tag) => tag.status === TAG_STATUS.available)
    const ids = [...new Set(named.map((tag) => tag.main_tag_id || tag.id))]
    await lockBorneTags(tx.db, ids)
    await followExactly(tx, actor, ids)
  })
  return null
}
