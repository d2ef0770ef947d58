import { reserveIds } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { MAIL_STATUS } from '../../../lib/member.ts'
import { tagSlug, usernameFrom } from '../../../lib/slug.ts'
import { insertComments, updateComment } from '../../content/comments/queries.ts'
import { urlTitle, type Written } from '../../content/posts/policy.ts'
import { insertLinks } from '../../content/posts/links/queries.ts'
import { acceptAnswers, insertPosts, listOpenQuestions, setClosed } from '../../content/posts/queries.ts'
import { insertEntries } from '../../engagement/reputation/queries.ts'
import {
  insertRevisions,
  listNumbersOf,
  listRevisionsByIds,
  renumber,
  REVISION_STATUS,
  setFirstText,
  setRestored,
} from '../../content/revisions/queries.ts'
import { indexTexts } from '../../content/search/service.ts'
import { leadOf } from '../../content/tags/policy.ts'
import {
  insertQuestionTags,
  insertTags,
  listTags,
  listTagsBySlug,
  setFirstRevisions,
  TAG_STATUS,
  updateTag,
} from '../../content/tags/queries.ts'
import { isReserved } from '../../users/users/policy.ts'
import { insertUsers } from '../../users/users/queries.ts'
import { withMentions } from './policy.ts'
import { insertOrigins, listOrigins, listParticipants, listQuestionIds, listTakenNames } from './queries.ts'

// For every source: a thing has a key of its old site, and is imported once. Nothing here is an event: it happened elsewhere.

/** The result of a batch; the keys of rows that couldn't be imported because what they belong to is missing. */
export interface ImportResult {
  added: number
  present: number
  orphans: string[]
}

export interface ImportedMember {
  key: string
  display_name: string
  bio: string
  bio_html: string
  website: string
  location: string
  reputation: number
  created_at: number
  last_login_at: number
}

/** The author of a post; perhaps without an account, but never without a name. */
export interface Author {
  key: string
  display_name: string
}

export interface ImportedPost extends Written {
  key: string
  kind: 'question' | 'answer'
  /** Of an answer. */
  question_key: string
  author: Author
  editor: Author | null
  title: string
  tags: string[]
  score: number
  view_count: number
  /** For an answer: the asker accepted it. */
  accepted: boolean
  created_at: number
  edited_at: number
  active_at: number
  terms: { title: string; body: string }
  /** The words that search quotes; without them they are made later. */
  plain_text?: string
}

export interface ImportedComment {
  key: string
  post_key: string
  author: Author
  original_text: string
  parsed_text: string
  score: number
  created_at: number
}

const FAR = 1_000_000

/** What is appended to a name that is taken: the old site's number, at last whatever is free. */
const numberBehind = (key: string, attempt: number) => {
  if (attempt === 1) return 1
  const own = Math.abs(Number(key))
  return attempt === 2 ? (own > 1 ? own : 2) : Math.ceil(Math.random() * FAR * attempt)
}

/** A username for each, made from the display name. */
const usernamesFor = async (tx: Tx, members: { key: string; display_name: string }[]) => {
  const chosen = new Map<string, string>()
  const used = new Set<string>()
  for (let attempt = 1, left = members; left.length; attempt++) {
    const wishes = left.map(({ key, display_name }) => ({
      key,
      name: usernameFrom(display_name, numberBehind(key, attempt)),
    }))
    const taken = await listTakenNames(
      tx.db,
      wishes.map(({ name }) => name),
    )
    for (const { key, name } of wishes) {
      if (taken.has(name) || used.has(name) || isReserved(name, false)) continue
      used.add(name)
      chosen.set(key, name)
    }
    left = left.filter(({ key }) => !chosen.has(key))
  }
  return chosen
}

const bringMembers = async (tx: Tx, site: string, members: ImportedMember[]) => {
  const usernames = await usernamesFor(tx, members)
  const ids = await insertUsers(
    tx.db,
    members.map(({ key, reputation, ...member }) =>
      // Nobody can log in without an address and a password, until the account is claimed.
      ({ ...member, username: usernames.get(key)!, rank: reputation, mail_status: MAIL_STATUS.activated }),
    ),
  )
  await insertOrigins(
    tx.db,
    site,
    'user',
    members.map(({ key }, at) => [key, ids[at]!]),
  )
  await insertEntries(
    tx.db,
    members
      .map(({ reputation, created_at }, at) => ({
        user_id: ids[at]!,
        points: reputation,
        reason: 'opening',
        cause: `opening:${ids[at]!}`,
        capped: 0 as const,
        post_id: 0,
        trigger_user_id: 0,
        created_at,
        taken_back_at: 0,
      }))
      .filter(({ points }) => points !== 0),
  )
}

export const importMembers = (app: App, site: string, members: ImportedMember[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'user',
      members.map(({ key }) => key),
    )
    const fresh = members.filter(({ key }) => !known.has(key))
    if (fresh.length) await bringMembers(tx, site, fresh)
    return { added: fresh.length, present: known.size, orphans: [] }
  })

/** Ids of the authors of posts. Those without an imported account get one, so that their name stays beside what they wrote. */
const authorIds = async (tx: Tx, site: string, authors: Author[], since: number) => {
  const wanted = new Map(authors.map((author) => [author.key, author]))
  const known = await listOrigins(tx.db, site, 'user', [...wanted.keys()])
  const missing = [...wanted.values()].filter(({ key }) => !known.has(key))
  if (missing.length === 0) return known
  await bringMembers(
    tx,
    site,
    missing.map((author) => ({
      ...author,
      bio: '',
      bio_html: '',
      website: '',
      location: '',
      reputation: 0,
      created_at: since,
      last_login_at: 0,
    })),
  )
  return listOrigins(tx.db, site, 'user', [...wanted.keys()])
}

/** Stores the present text of these tags as their first revision, if they have none, so that a first edit can be compared with it. */
const beginTexts = async (tx: Tx, ids: number[]) => {
  const bare = (await listTags(tx.db, [...new Set(ids)])).filter((tag) => tag.revision_id === 0)
  await insertRevisions(
    tx.db,
    bare.map(({ id, slug_name, display_name, original_text, parsed_text, user_id, created_at }) => ({
      object_type: 'tag',
      object_id: id,
      user_id,
      title: display_name,
      original_text,
      parsed_text,
      slugs: JSON.stringify([slug_name]),
      status: REVISION_STATUS.first,
      number: 1,
      created_at,
    })),
  )
  await setFirstRevisions(
    tx.db,
    bare.map(({ id }) => id),
  )
}

/** Tag ids by the old site's names; missing tags are made, and a synonym here stands for its main tag. */
const tagIds = async (tx: Tx, names: string[]) => {
  const slugs = new Map(names.map((name) => [name, tagSlug(name)] as const).filter(([, slug]) => slug !== ''))
  const there = await listTagsBySlug(tx.db, [...new Set(slugs.values())])
  for (const { id, status } of there)
    if (status === TAG_STATUS.deleted) await updateTag(tx.db, id, { status: TAG_STATUS.available })
  const ids = new Map(there.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  const missing = [...new Set(slugs.values())].filter((slug) => !ids.has(slug))
  const made = await insertTags(
    tx.db,
    missing.map((slug_name) => ({
      slug_name,
      display_name: slug_name,
      original_text: '',
      parsed_text: '',
      description: '',
      user_id: 0,
      created_at: tx.now(),
    })),
  )
  missing.forEach((slug, at) => ids.set(slug, made[at]!))
  await beginTexts(tx, [...ids.values()])
  return new Map([...slugs].map(([name, slug]) => [name, ids.get(slug)!]))
}

/** What a tag means. */
export interface ImportedTagText {
  key: string
  author: Author
  original_text: string
  parsed_text: string
  created_at: number
}

/** Tags without a description here get the imported one. @returns the keys of those. */
export const importTagTexts = (app: App, site: string, texts: ImportedTagText[]): Promise<Set<string>> =>
  app.transaction(async (tx) => {
    const ids = await listOrigins(
      tx.db,
      site,
      'tag',
      texts.map(({ key }) => key),
    )
    const authors = await authorIds(
      tx,
      site,
      texts.map(({ author }) => author),
      tx.now(),
    )
    const bare = new Map(
      (await listTags(tx.db, [...ids.values()])).filter((tag) => !tag.original_text).map((tag) => [tag.id, tag]),
    )
    const firsts = new Set(
      (
        await listRevisionsByIds(
          tx.db,
          [...bare.values()].map((tag) => tag.revision_id),
        )
      )
        .filter(({ status }) => status === REVISION_STATUS.first)
        .map(({ id }) => id),
    )
    const added = new Set<string>()
    for (const { key, author, original_text, parsed_text, created_at } of texts) {
      const tag = bare.get(ids.get(key) ?? 0)
      if (!tag || !firsts.has(tag.revision_id)) continue
      const user_id = authors.get(author.key)!
      await updateTag(tx.db, tag.id, {
        original_text,
        parsed_text,
        description: leadOf(parsed_text),
        updated_at: created_at,
      })
      await setFirstText(tx.db, tag.revision_id, { original_text, parsed_text, user_id, created_at })
      bare.delete(tag.id)
      added.add(key)
    }
    return added
  })

export interface ImportedTag {
  key: string
  name: string
}

export const importTags = (app: App, site: string, tags: ImportedTag[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'tag',
      tags.map(({ key }) => key),
    )
    const fresh = tags.filter(({ key }) => !known.has(key))
    await beginTexts(tx, [...known.values()]) // those imported before their texts were stored
    const ids = await tagIds(
      tx,
      fresh.map(({ name }) => name),
    )
    const named = fresh.filter(({ name }) => ids.has(name))
    await insertOrigins(
      tx.db,
      site,
      'tag',
      named.map(({ key, name }) => [key, ids.get(name)!]),
    )
    return {
      added: named.length,
      present: known.size,
      orphans: fresh.filter(({ name }) => !ids.has(name)).map(({ key }) => key),
    }
  })

/** Writes posts of one kind, with their first revision, and indexes them. */
const bringPosts = async (tx: Tx, site: string, posts: ImportedPost[], questionOf: (post: ImportedPost) => number) => {
  const users = await authorIds(
    tx,
    site,
    posts.flatMap(({ author, editor }) => (editor ? [author, editor] : [author])),
    tx.now(),
  )
  const idOf = (author: Author | null) => (author ? users.get(author.key)! : 0)
  const revisions = await reserveIds(tx.db, 'revisions', posts.length)
  const ids = await insertPosts(
    tx.db,
    posts.map((post, at) => ({
      kind: post.kind,
      question_id: questionOf(post),
      user_id: idOf(post.author),
      title: post.title,
      url_title: urlTitle(post.title),
      original_text: post.original_text,
      parsed_text: post.parsed_text,
      description: post.description,
      score: post.score,
      carried_score: post.score,
      view_count: post.view_count,
      unique_view_count: post.view_count,
      created_at: post.created_at,
      updated_at: post.edited_at || post.created_at,
      edited_at: post.edited_at,
      active_at: post.active_at,
      last_editor_id: idOf(post.editor),
      operator_id: idOf(post.author),
      operation_type: post.kind === 'question' ? 'asked' : '',
      revision_id: revisions[at]!,
    })),
  )
  await insertOrigins(
    tx.db,
    site,
    'post',
    posts.map(({ key }, at) => [key, ids[at]!]),
  )
  await insertRevisions(
    tx.db,
    posts.map(
      ({ kind, author, editor, title, original_text, parsed_text, description, tags, created_at, edited_at }, at) => ({
        id: revisions[at]!,
        object_type: kind,
        object_id: ids[at]!,
        user_id: idOf(editor ?? author),
        title,
        original_text,
        parsed_text,
        description,
        slugs: JSON.stringify(tags.map(tagSlug).filter(Boolean)),
        status: REVISION_STATUS.first,
        number: 1,
        created_at: edited_at || created_at,
      }),
    ),
  )
  await indexTexts(
    tx,
    posts.map(({ terms, plain_text }, at) => ({ id: ids[at]!, ...terms, plain_text })),
  )
  return ids
}

const bringQuestions = async (tx: Tx, site: string, questions: ImportedPost[]) => {
  if (questions.length === 0) return []
  const ids = await bringPosts(tx, site, questions, () => 0)
  const tags = await tagIds(tx, [...new Set(questions.flatMap((question) => question.tags))])
  await insertQuestionTags(
    tx.db,
    questions.flatMap((question, at) =>
      [...new Set(question.tags.flatMap((name) => tags.get(name) ?? []))].map((tag_id, position) => ({
        question_id: ids[at]!,
        tag_id,
        position,
      })),
    ),
  )
  return ids
}

/** Questions and answers, in any order as long as a question isn't later than the whole batch of its answer. */
export const importPosts = (app: App, site: string, posts: ImportedPost[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'post',
      posts.flatMap(({ key, question_key }) => (question_key ? [key, question_key] : [key])),
    )
    const fresh = posts.filter(({ key }) => !known.has(key))
    const questions = fresh.filter(({ kind }) => kind === 'question')
    const made = await bringQuestions(tx, site, questions)
    questions.forEach(({ key }, at) => known.set(key, made[at]!))
    const answers = fresh.filter(({ kind, question_key }) => kind === 'answer' && known.has(question_key))
    if (answers.length) {
      const ids = await bringPosts(tx, site, answers, ({ question_key }) => known.get(question_key)!)
      await acceptAnswers(
        tx.db,
        answers.flatMap(({ accepted, question_key }, at) =>
          accepted ? [[known.get(question_key)!, ids[at]!] as const] : [],
        ),
      )
    }
    const orphans = fresh
      .filter(({ kind, question_key }) => kind === 'answer' && !known.has(question_key))
      .map(({ key }) => key)
    return { added: fresh.length - orphans.length, present: posts.length - fresh.length, orphans }
  })

/** Runs after the comments are there, so that replies to other comments find their author. */
const settleMentions = async (tx: Tx, comments: { id: number; post_id: number; parsed_text: string }[]) => {
  const mentioning = comments.filter(({ parsed_text }) => parsed_text.includes('class="mention"'))
  const participants = Map.groupBy(
    await listParticipants(tx.db, [...new Set(mentioning.map(({ post_id }) => post_id))]),
    ({ post_id }) => post_id,
  )
  for (const { id, post_id, parsed_text } of mentioning)
    await updateComment(tx.db, id, { parsed_text: withMentions(parsed_text, participants.get(post_id) ?? []) })
}

export const importComments = (app: App, site: string, comments: ImportedComment[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'comment',
      comments.map(({ key }) => key),
    )
    const posts = await listOrigins(tx.db, site, 'post', [...new Set(comments.map(({ post_key }) => post_key))])
    const questions = await listQuestionIds(tx.db, [...posts.values()])
    const fresh = comments.filter(({ key }) => !known.has(key))
    const placed = fresh.filter(({ post_key }) => posts.has(post_key))
    if (placed.length) {
      const users = await authorIds(
        tx,
        site,
        placed.map(({ author }) => author),
        tx.now(),
      )
      const ids = await insertComments(
        tx.db,
        placed.map(({ post_key, author, score, original_text, parsed_text, created_at }) => {
          const post_id = posts.get(post_key)!
          return {
            post_id,
            question_id: questions.get(post_id)!,
            user_id: users.get(author.key)!,
            original_text,
            parsed_text,
            score,
            carried_score: score,
            created_at,
            updated_at: created_at,
          }
        }),
      )
      await insertOrigins(
        tx.db,
        site,
        'comment',
        placed.map(({ key }, at) => [key, ids[at]!]),
      )
      await settleMentions(
        tx,
        placed.map(({ post_key, parsed_text }, at) => ({ id: ids[at]!, post_id: posts.get(post_key)!, parsed_text })),
      )
    }
    return {
      added: placed.length,
      present: known.size,
      orphans: fresh.filter(({ post_key }) => !posts.has(post_key)).map(({ key }) => key),
    }
  })

export interface ImportedClosing {
  key: string
  post_key: string
  /** Who closed it, where that is known. */
  user_key: string
  /** A number of `question.close.reasons`; 0 if none of ours is similar. */
  close_type: number
  /** For a duplicate the other question; the first one that was imported. */
  original_keys: string[]
  created_at: number
}

/** An imported closing is recognized by this, so that a question reopened here stays open. */
const closingKey = (key: string) => `closing:${key}`

/** Closes questions that were closed on the old site, with the reasons they had there. */
export const importClosings = (app: App, site: string, closings: ImportedClosing[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      closings.flatMap(({ key, post_key, original_keys }) => [closingKey(key), post_key, ...original_keys]),
    )
    const users = await listOrigins(
      tx.db,
      site,
      'user',
      closings.map(({ user_key }) => user_key),
    )
    const fresh = closings.filter(({ key, post_key }) => !posts.has(closingKey(key)) && posts.has(post_key))
    const open = new Set(
      await listOpenQuestions(
        tx.db,
        fresh.map(({ post_key }) => posts.get(post_key)!),
      ),
    )
    const made = fresh
      .filter(({ post_key }) => open.has(posts.get(post_key)!))
      .map(({ post_key, user_key, close_type, original_keys, created_at }) => {
        const question_id = posts.get(post_key)!
        const duplicate_of_id =
          original_keys.map((key) => posts.get(key) ?? 0).find((id) => id && id !== question_id) ?? 0
        return {
          question_id,
          close_type,
          close_msg: '',
          duplicate_of_id,
          user_id: users.get(user_key) ?? 0,
          created_at,
        }
      })
    await setClosed(tx.db, made)
    await insertLinks(
      tx.db,
      made
        .filter(({ duplicate_of_id }) => duplicate_of_id)
        .map(({ question_id, duplicate_of_id, created_at }) => ({
          from_post_id: question_id,
          from_question_id: question_id,
          to_question_id: duplicate_of_id,
          created_at,
        })),
    )
    await insertOrigins(
      tx.db,
      site,
      'post',
      fresh.map(({ key, post_key }) => [closingKey(key), posts.get(post_key)!]),
    )
    return {
      added: made.length,
      present: closings.filter(({ key }) => posts.has(closingKey(key))).length,
      orphans: closings.filter(({ post_key }) => !posts.has(post_key)).map(({ key }) => key),
    }
  })

/** One of the texts that a post had on the old site; `number` of `count`, of which the last is the post's own. */
export interface ImportedText {
  post_key: string
  number: number
  author: Author
  log: string
  created_at: number
  /** The parts that changed with it; the others are as before. */
  title: string | undefined
  tags: string[] | undefined
  text: { original_text: string; parsed_text: string } | undefined
  /** If it restored an earlier text, the number of that; otherwise 0. */
  restored_number: number
}

/** For an edited post: how many texts it has had, and who wrote the last one. */
export interface ImportedHistory {
  post_key: string
  count: number
  last: Pick<ImportedText, 'author' | 'log' | 'created_at' | 'restored_number'>
}

/** Restoring an earlier text is no new text. Texts written here since the import are left alone. */
const noteRestored = async (
  tx: Tx,
  posts: Map<string, number>,
  texts: Pick<ImportedText, 'post_key' | 'number' | 'created_at' | 'restored_number'>[],
) => {
  const back = texts.filter(({ restored_number, number }) => restored_number > 0 && restored_number < number)
  const kept = await listNumbersOf(tx.db, [...new Set(back.flatMap(({ post_key }) => posts.get(post_key) ?? []))])
  for (const { post_key, number, created_at, restored_number } of back) {
    const its = kept.get(posts.get(post_key) ?? 0)
    const now = its?.find((one) => one.number === number && one.created_at === created_at)
    const then = its?.find((one) => one.number === restored_number)
    if (now && then) await setRestored(tx.db, now.id, then.id)
  }
}

/**
 * The earlier texts of posts, in the order of their numbers. The text that a post came in with is the last of them, so it takes that place first.
 * What was edited here since it came in keeps the history it has.
 */
export const importTexts = (app: App, site: string, histories: ImportedHistory[], texts: ImportedText[]) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      histories.map(({ post_key }) => post_key),
    )
    const users = await authorIds(
      tx,
      site,
      [...histories.map(({ last }) => last.author), ...texts.map(({ author }) => author)],
      tx.now(),
    )
    const ids = [...new Set(posts.values())]
    const before = await listNumbersOf(tx.db, ids)
    const moved = histories.flatMap(({ post_key, count, last }) => {
      const its = before.get(posts.get(post_key) ?? 0)
      return its?.length === 1 && its[0]!.number === 1 && count > 1
        ? [
            {
              id: its[0]!.id,
              number: count,
              user_id: users.get(last.author.key)!,
              log: last.log,
              created_at: last.created_at,
            },
          ]
        : []
    })
    await renumber(tx.db, moved)
    const kept = moved.length ? await listNumbersOf(tx.db, ids) : before
    const counts = new Map(histories.map(({ post_key, count }) => [post_key, count]))
    const written = new Map<number, { title: string; slugs: string; original_text: string; parsed_text: string }>()
    const rows = texts.flatMap((one) => {
      const object_id = posts.get(one.post_key)
      const its = object_id === undefined ? undefined : kept.get(object_id)
      const last = its?.find(({ number }) => number === counts.get(one.post_key))
      if (!object_id || !its || !last || one.number >= last.number) return []
      const former = written.get(object_id) ?? its.findLast(({ number }) => number < one.number) ?? last
      const now = {
        title: last.object_type === 'answer' ? '' : (one.title ?? former.title),
        slugs: one.tags ? JSON.stringify(one.tags.map(tagSlug).filter(Boolean)) : former.slugs,
        original_text: one.text?.original_text ?? former.original_text,
        parsed_text: one.text?.parsed_text ?? former.parsed_text,
      }
      written.set(object_id, now)
      if (its.some(({ number }) => number === one.number)) return []
      const { number, log, created_at } = one
      return [
        {
          ...now,
          object_type: last.object_type,
          object_id,
          user_id: users.get(one.author.key)!,
          log,
          number,
          created_at,
          status: number === 1 ? REVISION_STATUS.first : REVISION_STATUS.applied,
        },
      ]
    })
    await insertRevisions(tx.db, rows)
    await noteRestored(tx, posts, [
      ...texts,
      ...histories.map(({ post_key, count, last }) => ({ ...last, post_key, number: count })),
    ])
    return rows.length
  })
