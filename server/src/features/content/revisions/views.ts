import { objectId } from '@askwell/contract/ids.ts'
import type {
  Changes,
  OwnSuggestion,
  RevisedThing,
  RevisedType,
  Revision as RevisionView,
  Unreviewed,
} from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { ACCEPTED, type Paged, type TagChip } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { App } from '../../../events/events.ts'
import type { Member, Viewer } from '../../../lib/member.ts'
import { urlTitle } from '../posts/policy.ts'
import { findVisiblePost, listVisiblePosts, type Post } from '../posts/queries.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findTag, listTags, listTagsBySlug, type Tag, TAG_STATUS } from '../tags/queries.ts'
import { excerptOf } from '../tags/policy.ts'
import { tagChips } from '../tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { comparedTexts, mergedTexts } from '../../../workers/texts.ts'
import {
  canSeeSuggestion,
  descriptionOf,
  type StoredText,
  merge,
  type Merge,
  reviewableTypes,
  type Text,
  textOf,
} from './policy.ts'
import {
  countToReview,
  findRevision,
  findWaiting,
  listNumbers,
  listRejectedOf,
  listRevisions,
  listRevisionsByIds,
  listToReview,
  mapQuestionsOf,
  type Revised,
  type Revision,
} from './queries.ts'

const WITHOUT_A_TEXT = {
  view_count: 0,
  unique_view_count: 0,
  vote_count: 0,
  answer_count: 0,
  collection_count: 0,
  follow_count: 0,
  accepted_answer_id: '',
  last_answer_id: '',
  pin: 0,
  show: 0,
  status: 0,
  user_info: null,
  answered: false,
  first_answer_id: '',
  collected: false,
  vote_status: '',
  is_followed: false,
  member_actions: null,
  extends_actions: null,
}

/** Tags as they were named, with what is said of them now. What is deleted has no name any more, here as anywhere; what never became a tag here keeps the one it came with. */
const chipsOf = async (db: Db, slugs: string[]): Promise<Map<string, TagChip>> => {
  const known = new Map((await listTagsBySlug(db, [...new Set(slugs)])).map((tag) => [tag.slug_name, tag]))
  return new Map(
    slugs
      .filter((slug) => (known.get(slug)?.status ?? TAG_STATUS.available) === TAG_STATUS.available)
      .map((slug_name) => {
        const tag = known.get(slug_name)
        return [
          slug_name,
          {
            slug_name,
            display_name: tag?.display_name ?? slug_name,
            main_tag_slug_name: '',
            recommend: tag?.recommend === 1,
            reserved: tag?.reserved === 1,
          },
        ]
      }),
  )
}

const slugsOf = ({ slugs }: Pick<Revision, 'slugs'>) => JSON.parse(slugs) as string[]
const slugOf = (revision: Pick<Revision, 'slugs'>) => slugsOf(revision)[0] ?? ''
export const revisionTags = (db: Db, revisions: Revision[]) =>
  chipsOf(db, revisions.filter((one) => one.object_type === 'question').flatMap(slugsOf))

/** What clients know a tag's text by, beside what it shares with others. */
const tagContent = ({ object_id, title, original_text, parsed_text, created_at, slugs }: Revision, chip?: TagChip) => ({
  tag_id: objectId('tag', object_id),
  created_at,
  updated_at: created_at,
  slug_name: slugOf({ slugs }),
  display_name: title,
  excerpt: excerptOf(parsed_text),
  original_text,
  parsed_text,
  is_follower: false,
  main_tag_slug_name: '',
  recommend: chip?.recommend ?? false,
  reserved: chip?.reserved ?? false,
})

const answerContent = (question_id: number) => ({
  question_id: objectId('question', question_id),
  accepted: ACCEPTED.no,
  update_user_info: null,
})

/** Earlier texts, with their authors. */
export const revisionCards = async (db: Db, revisions: Revision[]): Promise<RevisionView[]> => {
  const users = await userCards(
    db,
    revisions.map((one) => one.user_id),
  )
  const chips = await revisionTags(db, revisions)
  const ofType = (type: RevisedType) => revisions.filter((one) => one.object_type === type)
  const tags = await chipsOf(db, ofType('tag').map(slugOf))
  const questions = await mapQuestionsOf(
    db,
    ofType('answer').map((one) => one.object_id),
  )
  const numbers = await listNumbers(db, revisions.map((one) => one.restored_revision_id).filter(Boolean))
  return revisions.map((revision): RevisionView => {
    const { id, object_type, object_id, user_id, title, original_text, parsed_text, log, created_at } = revision
    const url_title = object_type === 'question' ? urlTitle(title) : ''
    return {
      id: String(id),
      use_id: String(user_id),
      object_id: objectId(object_type, object_id),
      title,
      url_title: '',
      content: {
        ...WITHOUT_A_TEXT,
        id: objectId(object_type, object_id),
        title,
        url_title,
        content: original_text,
        html: parsed_text,
        description: descriptionOf(revision),
        tags: object_type === 'question' ? slugsOf(revision).flatMap((slug) => chips.get(slug) ?? []) : [],
        create_time: created_at,
        update_time: created_at,
        edit_time: created_at,
        ...(object_type === 'tag' && tagContent(revision, tags.get(slugOf(revision)))),
        ...(object_type === 'answer' && answerContent(questions.get(object_id) ?? 0)),
      },
      status: revision.status as RevisionView['status'],
      create_at: created_at,
      user_info: users.get(user_id)!,
      reason: log,
      number: revision.number,
      restored_number: numbers.get(revision.restored_revision_id) ?? 0,
    }
  })
}

/** The thing, as far as the viewer may see it: revisions can be seen where it can. */
export const findThing = async (
  db: Db,
  viewer: Viewer,
  { object_type, object_id }: Revised,
): Promise<Thing | undefined> => {
  if (object_type === 'tag') {
    const tag = await findTag(db, object_id)
    return tag && (tag.status === TAG_STATUS.available || isStaff(viewer)) ? { object_type, tag } : undefined
  }
  const post = await findVisiblePost(db, object_id, viewer, object_type)
  const question =
    post && (post.kind === 'question' ? post : await findVisiblePost(db, post.question_id, viewer, 'question'))
  return post && question ? { object_type, post, question } : undefined
}
export type Thing =
  | { object_type: 'tag'; tag: Tag }
  | { object_type: 'question' | 'answer'; post: Post; question: Post }

export const ownedBy = (thing: Thing): { object_type: RevisedType; user_id: number } => ({
  object_type: thing.object_type,
  user_id: thing.object_type === 'tag' ? 0 : thing.post.user_id,
})

/** Whether this revision is anybody's to see: a text that stood there once, of a thing that the viewer sees. */
export const findPublicRevision = async (db: Db, viewer: Viewer, id: number) => {
  const revision = await findRevision(db, id)
  return revision && revision.number > 0 && (await findThing(db, viewer, revision)) ? revision : undefined
}

/** The text that an approval would lead to, where the text has moved on since the suggestion began. */
export const mergedWith = async (
  suggestion: StoredText & { base_revision_id: number },
  base: StoredText | undefined,
  current: { revision_id: number; text: Text },
): Promise<Merge | undefined> => {
  if (suggestion.base_revision_id === current.revision_id) return undefined
  const [mine, from, theirs] = [textOf(suggestion), base ? textOf(base) : current.text, current.text]
  const content = await mergedTexts({ mine: mine.content, base: from.content, theirs: theirs.content })
  return merge(mine, from, theirs, content)
}

/** What became of title, tags and text; null where comparing them is too much. */
export const changesOf = async (before: Text, after: Text): Promise<Changes | null> => {
  const title = before.title !== after.title
  const tags = before.tags.join() !== after.tags.join()
  const content = before.content !== after.content || !(title || tags)
  const compared = {
    title: title ? await comparedTexts(before.title, after.title) : null,
    tags: tags ? { before: before.tags, after: after.tags } : null,
    content: content ? await comparedTexts(before.content, after.content) : null,
  }
  return compared.title === undefined || compared.content === undefined ? null : (compared as Changes)
}

/** A page shows at most this many lines of comparisons; the first comparison is always there. */
const LINES_A_PAGE = 600
const linesOf = ({ title, content }: Changes) =>
  [title, content].reduce((sum, part) => sum + (part?.stretches ?? []).reduce((n, { rows }) => n + rows.length, 0), 0)

const comparing = () => {
  let room = LINES_A_PAGE
  return async (before: Text, after: Text) => {
    if (room <= 0) return null
    const changes = await changesOf(before, after)
    const first = room === LINES_A_PAGE
    room -= changes ? linesOf(changes) : 0
    return room >= 0 || first ? changes : null
  }
}

/** Texts of more characters in all are on the next page, but for the two that are compared. */
const CHARACTERS_A_PAGE = 1_000_000
const asManyAsFit = (revisions: Revision[]) => {
  let characters = 0
  return revisions.filter(({ original_text, parsed_text }, at) => {
    characters += original_text.length + parsed_text.length
    return characters <= CHARACTERS_A_PAGE || at < 2
  })
}

/** Texts as they were; if asked for, each with what is different in it from the one before, as far as that is in the list. */
export const revisionList = async (
  db: Db,
  revised: Revised,
  wish: { order: 'oldest' | 'newest'; before: number; page_size: number; changes: boolean },
): Promise<RevisionView[]> => {
  const cards = await revisionCards(db, asManyAsFit(await listRevisions(db, { ...wish, ...revised })))
  if (!wish.changes) return cards
  const compare = comparing()
  const shown: RevisionView[] = []
  for (const [at, card] of cards.entries()) {
    const former = cards[at + (wish.order === 'newest' ? 1 : -1)]
    shown.push({ ...card, changes: former ? await compare(shownText(former), shownText(card)) : null })
  }
  return shown
}

const shownText = ({ content: { title, content, tags } }: RevisionView): Text => ({
  title,
  content,
  tags: tags.map((tag) => tag.slug_name),
})

const aboutTag = ({
  id,
  slug_name,
  display_name,
  user_id,
  created_at,
  original_text,
  parsed_text,
  status,
}: Tag): RevisedThing => ({
  created_at,
  object_id: objectId('tag', id),
  question_id: '',
  answer_id: '',
  comment_id: '',
  object_type: 'tag',
  object_creator_user_id: String(user_id),
  title: display_name,
  url_title: slug_name,
  content: original_text,
  html: parsed_text,
  answer_count: 0,
  answer_accepted: false,
  tags: [],
  status,
  show_status: 1,
})

const aboutPost = (post: Post, question: Post, tags: TagChip[]): RevisedThing => ({
  created_at: post.created_at,
  object_id: objectId(post.kind, post.id),
  question_id: objectId('question', question.id),
  answer_id: post.kind === 'answer' ? objectId('answer', post.id) : '',
  comment_id: '',
  object_type: post.kind,
  object_creator_user_id: String(post.user_id),
  title: question.title,
  url_title: question.url_title,
  content: post.original_text,
  html: post.parsed_text,
  answer_count: question.answer_count,
  answer_accepted: question.accepted_answer_id === post.id,
  tags,
  status: post.status,
  show_status: question.show,
})

/** Suggestions with the things they are about, as far as the viewer may see these. */
export const suggestionCards = async (db: Db, viewer: Viewer, suggestions: Revision[]): Promise<Unreviewed[]> => {
  const ofPosts = suggestions.filter((one) => one.object_type !== 'tag').map((one) => one.object_id)
  const posts = new Map((await listVisiblePosts(db, ofPosts, viewer)).map((post) => [post.id, post]))
  const questions = new Map(
    (
      await listVisiblePosts(
        db,
        [...posts.values()].map((post) => post.question_id),
        viewer,
      )
    ).map((post) => [post.id, post]),
  )
  const chips = await tagChips(db, [...questions.keys()])
  const tags = new Map(
    (
      await listTags(
        db,
        suggestions.filter((one) => one.object_type === 'tag').map((one) => one.object_id),
      )
    ).map((tag) => [tag.id, tag]),
  )
  const bases = new Map(
    (
      await listRevisionsByIds(
        db,
        suggestions.map((one) => one.base_revision_id),
      )
    ).map((base) => [base.id, base]),
  )
  const cards = await revisionCards(db, suggestions)
  const compare = comparing()
  const shown: Unreviewed[] = []
  for (const [at, suggestion] of suggestions.entries()) {
    const { object_type, object_id } = suggestion
    const post = posts.get(object_id)
    const question = post && questions.get(post.question_id)
    const tag = tags.get(object_id)
    if (object_type === 'tag' ? !tag : !post || !question) continue
    const its = object_type === 'tag' ? [] : chips.get(question!.id)!
    const current: { text: Text; revision_id: number } =
      object_type === 'tag'
        ? {
            text: { title: tag!.display_name, content: tag!.original_text, tags: [tag!.slug_name] },
            revision_id: tag!.revision_id,
          }
        : {
            text: {
              title: post!.title,
              content: post!.original_text,
              tags: object_type === 'question' ? its.map((chip) => chip.slug_name) : [],
            },
            revision_id: post!.revision_id,
          }
    const whole = await mergedWith(suggestion, bases.get(suggestion.base_revision_id), current)
    const card = cards[at]!
    const seen = new Set([...current.text.tags, ...card.content.tags.map((one) => one.slug_name)])
    const merged = whole ? { ...whole, tags: whole.tags.filter((slug) => seen.has(slug)) } : null
    shown.push({
      type: object_type,
      info: object_type === 'tag' ? aboutTag(tag!) : aboutPost(post!, question!, its),
      unreviewed_info: { ...card, url_title: card.content.url_title },
      held_reason: isStaff(viewer) ? suggestion.held_reason : '', // it may say what went wrong with a reviewer
      moved_on: merged !== null,
      merged,
      changes: await compare(
        partsOf(object_type, current.text),
        partsOf(object_type, merged?.conflicts === 0 ? merged : shownText(card)),
      ),
      current_revision_id: String(current.revision_id),
    })
  }
  return shown
}

/** What an edit can change: titles and tags are the question's own, and of a tag its slug isn't. */
const partsOf = (type: RevisedType, { title, content, tags }: Text): Text => ({
  title: type === 'answer' ? '' : title,
  content,
  tags: type === 'question' ? tags : [],
})

/** What this member may decide on, the longest waiting first. */
export const unreviewedList = async (
  db: Db,
  settings: SiteSettings,
  actor: Member,
  page: Page,
): Promise<Paged<Unreviewed>> => {
  const types = reviewableTypes(settings, actor)
  if (types.length === 0) return pageOf([], 0, page)
  const who = { types, viewer: actor }
  return pageOf(
    await suggestionCards(db, actor, await listToReview(db, { ...who, ...page })),
    await countToReview(db, who),
    page,
  )
}

/** How many suggested edits this member may decide on; undefined where judging edits is none of theirs. */
export const unreviewedCount = async (app: App, actor: Member): Promise<number | undefined> => {
  const types = reviewableTypes(await siteSettings(app), actor)
  return types.length ? countToReview(app.db, { types, viewer: actor }) : undefined
}

const REJECTED_SHOWN = 3

/** The suggestion that waits, for whom it concerns, and what became of one's own. */
export const suggestionsFor = async (
  db: Db,
  settings: SiteSettings,
  viewer: Member,
  revised: Revised,
  thing: Thing,
) => {
  const waiting = await findWaiting(db, revised)
  const seen =
    waiting && canSeeSuggestion(settings, viewer, ownedBy(thing), waiting)
      ? await suggestionCards(db, viewer, [waiting])
      : []
  const rejected = await listRejectedOf(db, viewer.id, revised, REJECTED_SHOWN)
  const cards = await revisionCards(db, rejected)
  return {
    waiting: seen[0] ?? null,
    suggestion: waiting,
    rejected: rejected.map(({ decided_at, decision_reason }, at): OwnSuggestion => ({
      revision: cards[at]!,
      decided_at,
      decision_reason,
    })),
  }
}
