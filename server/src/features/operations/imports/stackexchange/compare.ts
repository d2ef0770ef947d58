import { batches, type Import } from '../batches.ts'
import { type Comparison, createComparison } from '../compare.ts'
import { countQuestionsByTag, listFigures, listOrigins, type OriginKind } from '../queries.ts'
import { tagSlug } from '../../../../lib/slug.ts'
import { type Fields, fieldsIn, type File } from './files.ts'
import type { Wants } from './rows.ts'

const KINDS: Record<string, 'questions' | 'answers'> = { 1: 'questions', 2: 'answers' }
const LONG = new Set(['Body', 'Text', 'AboutMe', 'Title'])
const withoutTexts: Wants = (name) => !LONG.has(name)

const number = (text: string | undefined) => Number(text ?? 0)

/** What the dump doesn't say is nothing to compare. */
const figure = (post: Fields, name: string, here: number): Record<string, readonly [number, number]> =>
  post[name] === undefined ? {} : { [name]: [number(post[name]), here] }

const comparePosts = async (one: Import, compared: ReturnType<typeof createComparison>, posts: Fields[]) => {
  const keys = posts.flatMap(({ Id = '', AcceptedAnswerId }) => [Id, ...(AcceptedAnswerId ? [AcceptedAnswerId] : [])])
  const ids = await listOrigins(one.app.db, one.site, 'post', keys)
  const here = await listFigures(
    one.app.db,
    posts.flatMap(({ Id = '' }) => ids.get(Id) ?? []),
  )
  for (const post of posts) {
    const its = here.get(ids.get(post.Id!) ?? 0)
    const kind = KINDS[post.PostTypeId!]!
    compared.count(kind, its !== undefined)
    if (!its) continue
    compared.compare('Posts', post.Id!, {
      ...figure(post, 'Score', its.score),
      ...figure(post, 'CommentCount', its.comment_count),
      ...(kind === 'questions' && {
        ...figure(post, 'AnswerCount', its.answer_count),
        ...figure(post, 'ViewCount', its.view_count),
        ...figure(post, 'FavoriteCount', its.collection_count),
        AcceptedAnswerId: [
          (post.AcceptedAnswerId && (ids.get(post.AcceptedAnswerId) ?? 'unknown')) || 0,
          its.accepted_answer_id,
        ],
        state: [post.ClosedDate ? 'closed' : 'open', its.status === 2 ? 'closed' : 'open'],
      }),
    })
  }
}

const compareKeys = async (
  one: Import,
  compared: ReturnType<typeof createComparison>,
  { file, kind, name }: { file: File; kind: OriginKind; name: string },
) => {
  for await (const batch of batches(fieldsIn(one, file, { wants: withoutTexts, silent: true }), one.batch)) {
    const keys = batch.map(({ fields }) => fields.Id ?? '')
    const known = await listOrigins(one.app.db, one.site, kind, keys)
    for (const key of keys) compared.count(name, known.has(key))
  }
}

const compareTags = async (one: Import, compared: ReturnType<typeof createComparison>) => {
  const counts = await countQuestionsByTag(one.app.db, one.site)
  for await (const { fields } of fieldsIn(one, 'Tags', { silent: true }))
    compared.compare('Tags', fields.TagName ?? '', {
      Count: [number(fields.Count), counts.get(tagSlug(fields.TagName ?? '')) ?? 0],
    })
}

/** Every figure that the dump gives of posts and tags beside the one that the site has. */
export const compare = async (one: Import): Promise<Comparison> => {
  const compared = createComparison()
  await compareKeys(one, compared, { file: 'Tags', kind: 'tag', name: 'tags' })
  if (!one.selection) await compareTags(one, compared) // a tag's count there is that of all questions
  await compareKeys(one, compared, { file: 'Users', kind: 'user', name: 'users' })
  async function* posts() {
    for await (const { fields } of fieldsIn(one, 'Posts', { wants: withoutTexts, silent: true }))
      if (fields.Id && KINDS[fields.PostTypeId ?? '']) yield fields
  }
  for await (const batch of batches(posts(), one.batch)) await comparePosts(one, compared, batch)
  await compareKeys(one, compared, { file: 'Comments', kind: 'comment', name: 'comments' })
  return compared.result()
}
