import { numberOf } from '@askwell/contract/ids.ts'
import { createTag as createTagCall, questionTags, tag as tagCall, tagsBySlug, tagsPage, type TagOption } from '@askwell/contract/tags.ts'
import { pageOf } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { isStaff } from '../../lib/member.ts'
import { NotFound } from '../../lib/refusals.ts'
import { slugOf } from './policy.ts'
import { countTags, findTag, findTagBySlug, listMainTags, listSuggestedTags, listTagsBySlug, listTagsLike, listTagsPage, TAG_STATUS } from './queries.ts'
import { createTag } from './service.ts'
import { tagCard, tagInfo, tagOption } from './views.ts'

const COMPLETIONS = 10
const SLUGS_AT_ONCE = 50

export const routes = (api: Api) => {
  api.on(questionTags, async ({ app, query }): Promise<TagOption[]> => {
    const piece = slugOf(query.tag)
    const found = piece ? await listTagsLike(app.db, piece, COMPLETIONS) : await listSuggestedTags(app.db, COMPLETIONS)
    // Questions bear the tag that a synonym stands for, so that is what one picks.
    const main = new Map((await listMainTags(app.db, found)).map((tag) => [tag.id, tag]))
    const meant = new Map(found.map((tag) => main.get(tag.main_tag_id) ?? tag).map((tag) => [tag.id, tag]))
    return [...meant.values()].map(tagOption)
  })

  api.on(tagsBySlug, async ({ app, query }) => {
    const slugs = query.tags.split(',').map(slugOf).filter(Boolean).slice(0, SLUGS_AT_ONCE)
    const tags = new Map((await listTagsBySlug(app.db, slugs)).filter((tag) => tag.status === TAG_STATUS.available).map((tag) => [tag.slug_name, tag]))
    return [...new Set(slugs)].flatMap((slug) => tags.get(slug) ?? []).map(tagOption)
  })

  api.on(tagsPage, async ({ app, query }) => {
    const wish = { slug: slugOf(query.slug_name), order: query.query_cond, page: query.page, page_size: query.page_size }
    return pageOf((await listTagsPage(app.db, wish)).map(tagCard), await countTags(app.db, wish.slug), query)
  })

  api.on(tagCall, async ({ app, actor, query }) => {
    const tag = query.id ? await findTag(app.db, numberOf('tag', query.id)) : await findTagBySlug(app.db, slugOf(query.name))
    if (!tag || (tag.status !== TAG_STATUS.available && !isStaff(actor))) throw new NotFound('error.tag.not_found')
    return tagInfo(app.db, tag)
  })

  api.on(createTagCall, ({ app, actor, body }) => createTag(app, actor, body))
}
