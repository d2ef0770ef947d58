import { objectId } from '@askwell/contract/ids.ts'
import type { Changes, DiffRow, RevisedType, Revision as RevisionView } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { ACCEPTED, type TagChip } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { urlTitle } from '../posts/policy.ts'
import { findVisiblePost, type Post } from '../posts/queries.ts'
import { findTag, listTagsBySlug, type Tag, TAG_STATUS } from '../tags/queries.ts'
import { excerptOf } from '../tags/policy.ts'
import { mentionsFor } from '../../users/users/mentions/shown-mentions.ts'
import { userCards } from '../../users/users/views.ts'
import { comparedTexts } from '../../../workers/texts.ts'
import { descriptionOf, type Text } from '../revisions/policy.ts'
import { findRevision, listNumbers, listRevisions, type Revised, type Revision } from '../revisions/queries.ts'
import { mapQuestionsOf } from './queries.ts'

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
  const shown = await mentionsFor(
    db,
    revisions.map(({ parsed_text }) => parsed_text),
  )
  return revisions.map((revision): RevisionView => {
    const { id, object_type, object_id, user_id, title, original_text, log, created_at } = revision
    const parsed_text = shown(revision.parsed_text)
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
        ...(object_type === 'tag' && tagContent({ ...revision, parsed_text }, tags.get(slugOf(revision)))),
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

/** A page shows at most this many lines of comparisons, and characters in them; the first comparison is always there. */
const COMPARED_A_PAGE = { lines: 600, characters: 200_000 }

const rowsOf = ({ title, content }: Changes) =>
  [title, content].flatMap((part) => part?.stretches ?? []).flatMap(({ rows }) => rows)

const charactersOf = ({ before, after }: DiffRow) =>
  [before, after].flatMap((cell) => cell?.pieces ?? []).reduce((sum, { text }) => sum + text.length, 0)

export const comparing = () => {
  const room = { ...COMPARED_A_PAGE }
  let isFirst = true
  return async (before: Text, after: Text) => {
    if (room.lines <= 0 || room.characters <= 0) return null
    const changes = await changesOf(before, after)
    const rows = changes ? rowsOf(changes) : []
    room.lines -= rows.length
    room.characters -= rows.reduce((sum, row) => sum + charactersOf(row), 0)
    const fits = isFirst || (room.lines >= 0 && room.characters >= 0)
    isFirst = false
    return fits ? changes : null
  }
}

/** Texts of more characters in all are on the next page, but for the two that are compared. */
const CHARACTERS_A_PAGE = 500_000

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
  query: { order: 'oldest' | 'newest'; before: number; page_size: number; changes: boolean },
): Promise<RevisionView[]> => {
  const cards = await revisionCards(db, asManyAsFit(await listRevisions(db, { ...query, ...revised })))
  if (!query.changes) return cards
  const compare = comparing()
  const shown: RevisionView[] = []
  for (const [at, card] of cards.entries()) {
    const former = cards[at + (query.order === 'newest' ? 1 : -1)]
    shown.push({ ...card, changes: former ? await compare(shownText(former), shownText(card)) : null })
  }
  return shown
}

export const shownText = ({ content: { title, content, tags } }: RevisionView): Text => ({
  title,
  content,
  tags: tags.map((tag) => tag.slug_name),
})
