import * as contract from '@askwell/contract/revisions.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { revisedBy } from '../revisions/policy.ts'
import { changesOf, findPublicRevision, findThing, revisionTags } from '../suggested-edits/earlier-texts.ts'
import { findTagBySlug } from '../tags/queries.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { timelineOf } from './views.ts'

const numberIn = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

/** A text as the page that compares two of them wants it. */
const detailOf = async (db: Db, viewer: Viewer, id: string) => {
  const revision = await findPublicRevision(db, viewer, numberIn(id))
  if (!revision) throw new NotFound('error.revision.not_found')
  const { object_type, title, original_text, slugs } = revision
  const named = JSON.parse(slugs) as string[]
  const chips = await revisionTags(db, [revision])
  return {
    title,
    original_text,
    main_tag_slug_name: '',
    tags: object_type === 'question' ? named.flatMap((slug) => chips.get(slug) ?? []) : [],
    slug_name: object_type === 'tag' ? (named[0] ?? '') : '',
  }
}

const textOf = (detail: Awaited<ReturnType<typeof detailOf>> | null) => ({
  title: detail?.title ?? '',
  content: detail?.original_text ?? '',
  tags: detail?.slug_name ? [detail.slug_name] : (detail?.tags ?? []).map((tag) => tag.slug_name),
})

export const routes = (api: Api) => {
  api.on(contract.timeline, async ({ app, actor, caller, query }) => {
    const tag =
      query.tag_slug_name && !query.object_id ? await findTagBySlug(app.db, slugOf(query.tag_slug_name)) : undefined
    const revised = tag ? { object_type: 'tag' as const, object_id: tag.id } : revisedBy(query.object_id)
    const thing = revised && (await findThing(app.db, actor, revised))
    if (!thing) throw new NotFound('error.object.not_found')
    return timelineOf(app.db, actor, thing, revised, { ...query, language: caller.language })
  })

  api.on(contract.timelineDetail, async ({ app, actor, query }) => {
    const new_revision = await detailOf(app.db, actor, query.new_revision_id)
    const old_revision = /^0*$/.test(query.old_revision_id)
      ? null
      : await detailOf(app.db, actor, query.old_revision_id)
    return { new_revision, old_revision, changes: await changesOf(textOf(old_revision), textOf(new_revision)) }
  })
}
