import { objectId } from '@askwell/contract/ids.ts'
import type { OwnSuggestion, RevisedThing, RevisedType, Unreviewed } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Paged, TagChip } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { App } from '../../../events/events.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import { listVisiblePosts, type Post } from '../posts/queries.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { listTags, type Tag } from '../tags/queries.ts'
import { tagChips } from '../tags/views.ts'
import { mentionsFor } from '../../users/users/mentions/shown-mentions.ts'
import { mergedTexts } from '../../../workers/texts.ts'
import { canSeeSuggestion, merge, type Merge, reviewableTypes } from './policy.ts'
import { type StoredText, type Text, textOf } from '../revisions/policy.ts'
import {
  findWaiting,
  isWithdrawn,
  listRejectedOf,
  listRevisionsByIds,
  type Revised,
  type Revision,
} from '../revisions/queries.ts'
import { comparing, ownedBy, revisionCards, shownText, type Thing } from './earlier-texts.ts'
import { countToReview, listToReview } from './queries.ts'

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

/** The thing that a suggestion is about, as it is now. */
interface Current {
  info: RevisedThing
  text: Text
  revision_id: number
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Looks up what suggestions are about; nothing for what the viewer may not see. */
const thingsOf = async (db: Db, viewer: Viewer, suggestions: Revision[]) => {
  const idsOf = (ofTags: boolean) =>
    suggestions.filter((one) => (one.object_type === 'tag') === ofTags).map((one) => one.object_id)
  const posts = byId(await listVisiblePosts(db, idsOf(false), viewer))
  const question_ids = [...posts.values()].map((post) => post.question_id)
  const questions = byId(await listVisiblePosts(db, question_ids, viewer))
  const chips = await tagChips(db, [...questions.keys()])
  const tags = byId(await listTags(db, idsOf(true)))
  const shown = await mentionsFor(
    db,
    [...posts.values(), ...tags.values()].map(({ parsed_text }) => parsed_text),
  )
  return ({ object_type, object_id }: Revision): Current | undefined => {
    if (object_type === 'tag') {
      const tag = tags.get(object_id)
      if (!tag) return undefined
      const text = { title: tag.display_name, content: tag.original_text, tags: [tag.slug_name] }
      return { info: aboutTag({ ...tag, parsed_text: shown(tag.parsed_text) }), text, revision_id: tag.revision_id }
    }
    const post = posts.get(object_id)
    const question = post && questions.get(post.question_id)
    if (!question) return undefined
    const its = chips.get(question.id)!
    const slugs = object_type === 'question' ? its.map((chip) => chip.slug_name) : []
    return {
      info: aboutPost({ ...post, parsed_text: shown(post.parsed_text) }, question, its),
      text: { title: post.title, content: post.original_text, tags: slugs },
      revision_id: post.revision_id,
    }
  }
}

/** Suggestions with the things they are about, as far as the viewer may see these. */
export const suggestionCards = async (db: Db, viewer: Viewer, suggestions: Revision[]): Promise<Unreviewed[]> => {
  const thingOf = await thingsOf(db, viewer, suggestions)
  const bases = byId(
    await listRevisionsByIds(
      db,
      suggestions.map((one) => one.base_revision_id),
    ),
  )
  const cards = await revisionCards(db, suggestions)
  const compare = comparing()
  const shown: Unreviewed[] = []
  for (const [at, suggestion] of suggestions.entries()) {
    const type = suggestion.object_type
    const current = thingOf(suggestion)
    if (!current) continue
    const whole = await mergedWith(suggestion, bases.get(suggestion.base_revision_id), current)
    const card = cards[at]!
    const seen = new Set([...current.text.tags, ...card.content.tags.map((one) => one.slug_name)])
    const merged = whole ? { ...whole, tags: whole.tags.filter((slug) => seen.has(slug)) } : null
    shown.push({
      type,
      info: current.info,
      unreviewed_info: { ...card, url_title: card.content.url_title },
      held_reason: isStaff(viewer) ? suggestion.held_reason : '', // it may say what went wrong with a reviewer
      moved_on: merged !== null,
      merged,
      changes: await compare(
        partsOf(type, current.text),
        partsOf(type, merged?.conflicts === 0 ? merged : shownText(card)),
      ),
      current_revision_id: String(current.revision_id),
      base_revision_id: String(suggestion.base_revision_id),
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
  actor: Actor,
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
export const unreviewedCount = async (app: App, actor: Actor): Promise<number | undefined> => {
  const types = reviewableTypes(await siteSettings(app), actor)
  return types.length ? countToReview(app.db, { types, viewer: actor }) : undefined
}

const REJECTED_SHOWN = 3

/** The suggestion that waits, for whom it concerns, and what became of one's own. */
export const suggestionsFor = async (db: Db, settings: SiteSettings, viewer: Actor, revised: Revised, thing: Thing) => {
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
    rejected: rejected.map((one, at): OwnSuggestion => ({
      revision: cards[at]!,
      decided_at: one.decided_at,
      decision_reason: one.decision_reason,
      withdrawn: isWithdrawn(one),
    })),
  }
}
