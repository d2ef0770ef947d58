import { numberOf } from '@askwell/contract/ids.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import {
  createTag as createTagCall,
  deleteTag as deleteCall,
  editTag as editCall,
  questionTags,
  recoverTag as recoverCall,
  tag as tagCall,
  tagsBySlug,
  tagsPage,
  type TagSuggestion,
} from '@askwell/contract/tags.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { countTags, listSuggestedTags, listTagsLike, listTagsPage } from './lists/queries.ts'
import { findVisibleTag, listMainTags, listTagsBySlug, TAG_STATUS } from './queries.ts'
import { createTag, deleteTag, editTag, recoverTag } from './service.ts'
import { tagCards, tagInfo, tagOption, tagSuggestion } from './views.ts'

const COMPLETIONS = 10
const SLUGS_AT_ONCE = 50

export const routes = (api: Api) => {
  api.on(questionTags, async ({ app, query }): Promise<TagSuggestion[]> => {
    const piece = slugOf(query.tag)
    const found = piece ? await listTagsLike(app.db, piece, COMPLETIONS) : await listSuggestedTags(app.db, COMPLETIONS)
    // Questions have the main tag of a synonym, so that is what one picks.
    const main = new Map((await listMainTags(app.db, found)).map((tag) => [tag.id, tag]))
    const meant = new Map(found.map((tag) => main.get(tag.main_tag_id) ?? tag).map((tag) => [tag.id, tag]))
    return [...meant.values()].map(tagSuggestion)
  })

  api.on(tagsBySlug, async ({ app, query }) => {
    const slugs = query.tags.split(',').map(slugOf).filter(Boolean).slice(0, SLUGS_AT_ONCE)
    const tags = new Map(
      (await listTagsBySlug(app.db, slugs))
        .filter((tag) => tag.status === TAG_STATUS.available)
        .map((tag) => [tag.slug_name, tag]),
    )
    return [...new Set(slugs)].flatMap((slug) => tags.get(slug) ?? []).map(tagOption)
  })

  api.on(tagsPage, async ({ app, actor, query }) => {
    const filter = { slug: slugOf(query.slug_name), status: isStaff(actor) ? query.status : 'available' } as const
    const tags = await listTagsPage(app.db, {
      ...filter,
      order: filter.status === 'deleted' ? 'name' : query.query_cond,
      page: query.page,
      page_size: query.page_size,
    })
    return pageOf(await tagCards(app.db, tags, actor), await countTags(app.db, filter), query)
  })

  api.on(tagCall, async ({ app, actor, caller, query }) => {
    const tag = await findVisibleTag(
      app.db,
      query.id ? { id: numberOf('tag', query.id) } : { slug: slugOf(query.name) },
      actor,
    )
    if (!tag) throw new NotFound('error.tag.not_found')
    return tagInfo(app.db, tag, { viewer: actor, settings: await siteSettings(app), language: caller.language })
  })

  api.on(createTagCall, ({ app, actor, body, caller }) => createTag(app, actor, body, caller))
  api.on(editCall, ({ app, actor, body, caller }) => editTag(app, actor, body, caller))
  api.on(deleteCall, ({ app, actor, body }) => deleteTag(app, actor, body.tag_id))
  api.on(recoverCall, ({ app, actor, body }) => recoverTag(app, actor, body.tag_id))
}
