import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, feedPath, questionPath } from '@askwell/contract/permalink.ts'
import { updateComment } from '../../content/comments/queries.ts'
import { updatePost } from '../../content/posts/queries.ts'
import { setRevisedText } from '../../content/revisions/queries.ts'
import { insertLinks } from '../../content/posts/links/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { listUsers } from '../../users/users/queries.ts'
import type { Import } from './batches.ts'
import {
  listLinkable,
  listLinkingComments,
  listLinkingPosts,
  listOrigins,
  listPlaces,
  lockUneditedComments,
  lockUneditedPosts,
} from './queries.ts'
import { taggedSlugs } from './tagged.ts'
import { listTagNames, placeOfNamedTags } from './views.ts'
import { walk } from './walk.ts'

// Links in imported texts that lead to other imported things, by the address that these had there.

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** To the end of the address, but not of the sentence. */
const END = String.raw`(?:[^\s"'<>()\[\]#]*[\w/])?`
/** To the end of what tags are called there. */
const TAGS = String.raw`[^\s"'<>()\[\]#?/&]*[^\s"'<>()\[\]#?/&.,;:!]`
/**
 * /questions/1/title, /questions/1/title/2#2 (an answer), /q/1, /a/2, /users/3/name; #comment5_2 (on post 2); /questions/tagged/lager+ale;
 * /feeds, /feeds/question/1, /feeds/user/3, /feeds/tag/ale, /feeds/tag?tagnames=ale
 */
const linksTo = (host: string) =>
  new RegExp(
    String.raw`https?://(?:www\.)?${host.replaceAll('.', String.raw`\.`)}/(?:(?<what>questions|q|a|users|feeds/question|feeds/user)/(?<key>\d{1,12})(?:/[^\s"'<>()\[\]#/]*/(?<answer>\d{1,12}))?(?![\d])${END}(?:#(?:comment\d+_)?(?<anchor>\d{1,12})(?!\w))?|(?<list>questions/tagged/|feeds/tag/|feeds/tag\?tagnames=)(?<tags>${TAGS})${END}|(?<newest>feeds)(?![\w/?-]))`,
    'gi',
  )

interface Linked {
  kind: 'post' | 'user' | 'tags' | 'newest'
  key: string
  isFeed: boolean
}

const linkedIn = ({ newest, list = '', tags, what = '', key = '', answer, anchor }: Named): Linked => {
  if (newest) return { kind: 'newest', key, isFeed: true }
  const isFeed = /^feeds/i.test(list || what)
  if (tags !== undefined) return { kind: 'tags', key: tags, isFeed }
  if (/users?$/i.test(what)) return { kind: 'user', key, isFeed }
  return { kind: 'post', key: (what.toLowerCase() === 'questions' && (answer ?? anchor)) || key, isFeed }
}
type Named = Record<string, string | undefined>

interface Texts {
  id: number
  original_text: string
  parsed_text: string
}

/** The new addresses of all that these texts name. */
const placesOf = async ({ app, site }: Import, texts: Texts[], pattern: RegExp) => {
  const named = texts.flatMap(({ original_text, parsed_text }) =>
    [original_text, parsed_text].flatMap((text) => [...text.matchAll(pattern)].map(({ groups }) => linkedIn(groups!))),
  )
  const keys = (kind: Linked['kind']) => [...new Set(named.filter((one) => one.kind === kind).map(({ key }) => key))]
  const posts = await listOrigins(app.db, site, 'post', keys('post'))
  const users = await listOrigins(app.db, site, 'user', keys('user'))
  const about = await listPlaces(app.db, [...posts.values()])
  const names = new Map((await listUsers(app.db, [...users.values()])).map((user) => [user.id, user.username]))
  const tags = await listTagNames(app, [...new Set(keys('tags').flatMap(taggedSlugs))])
  const { seo, general } = await siteSettings(app)
  const base = general.site_url.replace(/\/$/, '')
  return {
    question: ({ kind, key, isFeed }: Linked) =>
      kind === 'post' && !isFeed ? about.get(posts.get(key) ?? 0)?.question_id : undefined,
    address: ({ kind, key, isFeed }: Linked) => {
      if (kind === 'newest') return base + feedPath('/questions')
      if (kind === 'user') {
        const name = names.get(users.get(key) ?? 0)
        if (!name) return undefined
        const page = `/users/${encodeURIComponent(name)}`
        return base + (isFeed ? feedPath(page) : page)
      }
      if (kind === 'tags') {
        const place = placeOfNamedTags(taggedSlugs(key), tags)
        return place && base + (isFeed ? place.feed : place.page)
      }
      const post = about.get(posts.get(key) ?? 0)
      if (!post) return undefined
      const question = { id: objectId('question', post.question_id), url_title: post.url_title }
      if (isFeed) return base + feedPath(`/questions/${question.id}`)
      return `${base}${post.kind === 'question' ? questionPath(seo.permalink, question) : answerPath(seo.permalink, question, objectId('answer', post.id))}`
    },
  }
}

const relinked = (text: string, pattern: RegExp, address: (linked: Linked) => string | undefined) =>
  text.replace(pattern, (whole: string, ...rest: unknown[]) => address(linkedIn(rest.at(-1) as Named)) ?? whole)

const changedOf = <T extends Texts>(texts: T[], pattern: RegExp, address: (linked: Linked) => string | undefined) =>
  texts
    .map((one) => ({
      ...one,
      original_text: relinked(one.original_text, pattern, address),
      parsed_text: relinked(one.parsed_text, pattern, address),
    }))
    .filter((one, at) => one.original_text !== texts[at]!.original_text || one.parsed_text !== texts[at]!.parsed_text)

/** Where the old site's name is that of its host, links between its posts lead to them here. Earlier texts stay as they were. */
export const relink = async (one: Import) => {
  if (!HOST.test(one.site)) return
  const pattern = linksTo(one.site)
  const { app } = one
  for await (const posts of walk(one, (page) => listLinkingPosts(app.db, page))) {
    const { address, question } = await placesOf(one, posts, pattern)
    const listed = await listLinkable(
      app.db,
      posts.map(({ id }) => id),
    )
    const linksIn = (texts: typeof posts) =>
      texts
        .filter(({ id }) => listed.has(id))
        .flatMap(({ id, question_id, created_at, original_text }) =>
          [...original_text.matchAll(pattern)]
            .map(({ groups }) => question(linkedIn(groups!)))
            .filter((to) => to !== undefined && to !== question_id)
            .map((to) => ({ from_post_id: id, from_question_id: question_id, to_question_id: to!, created_at })),
        )
    await app.transaction(async (tx) => {
      const unedited = await lockUneditedPosts(tx.db, posts)
      for (const { id, revision_id, original_text, parsed_text } of changedOf(unedited, pattern, address)) {
        await updatePost(tx.db, id, { original_text, parsed_text })
        await setRevisedText(tx.db, revision_id, { original_text, parsed_text })
      }
      await insertLinks(tx.db, linksIn(unedited))
    })
  }
  for await (const comments of walk(one, (page) => listLinkingComments(app.db, page))) {
    const { address } = await placesOf(one, comments, pattern)
    await app.transaction(async (tx) => {
      const unedited = await lockUneditedComments(tx.db, comments)
      for (const { id, original_text, parsed_text } of changedOf(unedited, pattern, address))
        await updateComment(tx.db, id, { original_text, parsed_text })
    })
  }
}
