import { numberOf } from '@askwell/contract/ids.ts'
import { advisoryLock, RetryableConflict } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest, Invalid } from '../../../lib/errors.ts'
import { lookAlikeFaults } from '../../../lib/look-alike-faults.ts'
import { moveFollowers } from '../../engagement/follows/service.ts'
import { ensureShownAtOnce, type From } from '../reviewers/judge.ts'
import { mayDo } from '../../operations/settings/policy.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import {
  listMainTags,
  listSynonyms,
  listTagsBySlug,
  lockTags,
  type Tag,
  TAG_STATUS,
  updateTags,
} from '../tags/queries.ts'
import { moveQuestions } from '../tags/of-questions/queries.ts'
import { setQuestionCounts } from '../tags/counts/queries.ts'
import { addTag, describeTags } from '../tags/add-tag.ts'
import { lockAvailable } from '../tags/lock-tags.ts'
import { nameInSettings } from '../tags/in-settings/service.ts'
import { newlyDescribed, tagForReview } from '../tags/views.ts'
import { canSaveSynonyms, synonymFaults } from './policy.ts'
import { changedFields } from '../../operations/audit/changed-fields.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

/** Tags are joined one after another: what has to be locked shows only once some is locked, in whatever order, and two could wait for each other. */
const oneByOne = (tx: Tx) => advisoryLock(tx.db, 'joining tags')

/** The tag that is meant, locked: by another word for it, that one. While we hold it nobody makes it another word, or gives it more of them. */
const lockMeant = async (tx: Tx, tag: Tag) => (tag.main_tag_id ? (await lockAvailable(tx, [tag.main_tag_id]))[0]! : tag)

/** Locked tags become other words for one that is locked too; so do their own other words. Questions and followers go over once each. */
const join = async (tx: Tx, actor_id: number, tags: Tag[], main: Tag) => {
  const sources = tags.filter((tag) => tag.main_tag_id !== main.id)
  if (sources.length === 0) return
  const ids = sources.map((tag) => tag.id)
  const words = await lockTags(
    tx.db,
    (await listSynonyms(tx.db, ids)).map((tag) => tag.id),
  )
  await moveQuestions(tx.db, ids, main.id)
  await moveFollowers(tx, ids, main.id)
  await updateTags(tx.db, [...ids, ...words.map((tag) => tag.id)], { main_tag_id: main.id })
  await setQuestionCounts(tx.db, [...ids, main.id])
  await nameInSettings(
    tx,
    actor_id,
    sources.map((tag) => tag.slug_name),
    main,
  )
  for (const { id } of sources) {
    await tx.emit('tag.merged', { actor_id, object_type: 'tag', object_id: id, question_id: 0, main_tag_id: main.id })
    await tx.emit('tag.widened', {
      actor_id,
      object_type: 'tag',
      object_id: main.id,
      question_id: 0,
      source_tag_id: id,
    })
  }
}

const ITSELF = 'error.tag.cannot_set_synonym_as_itself'

/** Two that merge the same tags towards each other at once: the second finds its target to be another word for its source. */
export const mergeTags = async (
  app: App,
  actor: Actor,
  { source_tag_id, target_tag_id }: { source_tag_id: string; target_tag_id: string },
) => {
  const [from, to] = [numberOf('tag', source_tag_id), numberOf('tag', target_tag_id)]
  await app.transaction(async (tx) => {
    await oneByOne(tx)
    const [source, named] = (await lockAvailable(tx, [from, to])) as [Tag, Tag]
    const target = await lockMeant(tx, named)
    if (source.id === target.id) throw new BadRequest(ITSELF)
    await join(tx, actor.id, [source], target)
    await recordStaffAct(tx, actor, {
      action: 'tag.merged',
      object_type: 'tag',
      object_id: source.id,
      before: { slug_name: source.slug_name, main_tag_id: source.main_tag_id },
      after: { main_tag: target.slug_name, main_tag_id: target.id },
    })
  })
  return null
}

/** These other words stand for the tag from now on, and no others. */
export const saveSynonyms = async (
  app: App,
  actor: Actor,
  tag_id: string,
  list: { slug_name: string; display_name?: string | undefined; original_text?: string | undefined }[],
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(canSaveSynonyms(settings, actor))
  const described = await describeTags(list, 'synonym_tag_list')
  for (const tag of await newlyDescribed(app.db, described))
    await ensureShownAtOnce(app, actor, await tagForReview(tag), from, 'synonym_tag_list')
  await app.transaction(async (tx) => {
    await oneByOne(tx)
    const main = await lockMeant(tx, (await lockAvailable(tx, [numberOf('tag', tag_id)]))[0]!)
    if (described.some((tag) => tag.slug_name === main.slug_name)) throw new BadRequest(ITSELF)
    const known = await lockTags(
      tx.db,
      (
        await listTagsBySlug(
          tx.db,
          described.map((tag) => tag.slug_name),
        )
      ).map((tag) => tag.id),
    )
    const there = known.filter((tag) => tag.status === TAG_STATUS.available)
    const present = await listSynonyms(tx.db, [main.id])
    const former = present.map((tag) => tag.slug_name).sort()
    const parted = present.filter((tag) => !there.some((one) => one.id === tag.id))
    const unknown = described.filter((tag) => !there.some((one) => one.slug_name === tag.slug_name))
    if (unknown.length) allow(mayDo(settings, actor, 'tag.add'), 'synonym_tag_list')
    const faults = synonymFaults(actor, main, there, parted, await listMainTags(tx.db, there))
    faults.push(
      ...lookAlikeFaults(
        unknown.flatMap((tag) => [tag.display_name, tag.slug_name]),
        'synonym_tag_list',
      ),
    )
    if (faults.length) throw new Invalid(faults)
    await join(tx, actor.id, there, main)
    for (const tag of unknown)
      if (!(await addTag(tx, actor.id, tag, { main_tag_id: main.id })).made) throw new RetryableConflict() // somebody made it since it was looked for
    await updateTags(
      tx.db,
      parted.map((tag) => tag.id),
      { main_tag_id: 0 },
    )
    for (const { id } of parted)
      await tx.emit('tag.parted', {
        actor_id: actor.id,
        object_type: 'tag',
        object_id: id,
        question_id: 0,
        main_tag_id: main.id,
      })
    const words = (await listSynonyms(tx.db, [main.id])).map((tag) => tag.slug_name).sort()
    const changed = changedFields({ synonyms: former }, { synonyms: words })
    if (changed)
      await recordStaffAct(tx, actor, {
        action: 'tag.synonyms_changed',
        object_type: 'tag',
        object_id: main.id,
        ...changed,
      })
  })
  return null
}
