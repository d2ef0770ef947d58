import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { isUnreviewed } from '../posts/policy.ts'
import type { From } from '../reviewers/judge.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { tagFaults } from '../tags/policy.ts'
import { listTagsBySlug, TAG_STATUS } from '../tags/queries.ts'
import { canEditAtOnce } from './policy.ts'
import { descriptionOf, textOf } from '../revisions/policy.ts'
import { findRevision, insertRevision, type Revision, REVISION_STATUS } from '../revisions/queries.ts'
import { findThing } from './earlier-texts.ts'
import { judgeWording } from './judge-wording.ts'
import { lockThing, refuseGone } from './lock-suggestion.ts'

/** An earlier text of what everybody sees may be one that nobody was shown: written while it waited for review. */
const ensureRestorable = async (app: App, actor: Actor, earlier: Revision, from: From) => {
  const thing = await findThing(app.db, actor, earlier)
  if (!thing || (thing.object_type !== 'tag' && isUnreviewed(thing.post))) return
  const former = thing.object_type === 'tag' ? thing.tag.original_text : thing.post.original_text
  if ((await judgeWording(app, actor, { ...earlier, former }, from)).length)
    throw new BadRequest('error.revision.needs_review')
}

/** An earlier text becomes the text again, as one more revision. */
export const rollBack = async (app: App, actor: Actor, revision_id: number, log: string, from: From) => {
  const settings = await siteSettings(app)
  const wanted = await findRevision(app.db, revision_id)
  if (wanted && wanted.number > 0) await ensureRestorable(app, actor, wanted, from)
  return app.transaction(async (tx) => {
    const earlier = await findRevision(tx.db, revision_id)
    if (!earlier || earlier.number === 0) throw new NotFound('error.revision.not_found')
    const { object_type, object_id, title, original_text, parsed_text, slugs, new_tags } = earlier
    const thing = await lockThing(tx, actor, earlier)
    allow(canEditAtOnce(settings, actor, thing))
    refuseGone(thing)
    if (object_type === 'question') await refuseReservedTags(tx, actor, JSON.parse(slugs) as string[], thing.text.tags)
    if (JSON.stringify(textOf(earlier)) === JSON.stringify(thing.text)) return null
    const restored = await insertRevision(tx.db, {
      object_type,
      object_id,
      user_id: actor.id,
      title,
      original_text,
      parsed_text,
      description: descriptionOf(earlier),
      slugs: object_type === 'tag' ? JSON.stringify(thing.text.tags) : slugs,
      ...(thing.isUnreviewed && { new_tags }),
      log,
      status: REVISION_STATUS.applied,
      created_at: tx.now(),
      restored_revision_id: earlier.id,
    })
    await tx.emit('revision.restored', {
      actor_id: actor.id,
      object_type,
      object_id,
      question_id: thing.question_id,
      revision_id: restored,
      editor_id: actor.id,
    })
    return null
  })
}

/** Going back neither puts nor takes away what only the staff may. */
const refuseReservedTags = async (tx: Tx, actor: Actor, slugs: string[], former: string[]) => {
  const known = await listTagsBySlug(tx.db, [...slugs, ...former])
  const of = (list: string[]) =>
    known.filter((tag) => tag.status === TAG_STATUS.available && list.includes(tag.slug_name))
  const faults = tagFaults(actor, of(slugs), of(former), false)
  if (faults.length) throw new Invalid(faults)
}
