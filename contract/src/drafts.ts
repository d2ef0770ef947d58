import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { objectId, type ObjectType, parseObjectId } from './ids.ts'
import * as limits from './limits.ts'
import { Done, nullable, ObjectId, oneOf, text, Time } from './shapes.ts'

/** What a draft is to become. */
export const DRAFT_KINDS = ['question', 'answer', 'edit', 'comment', 'reply', 'flag', 'profile'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

export interface DraftName {
  kind: DraftKind
  /** What it answers, edits, comments on or flags; the kind says the types it can have. */
  object: { type: ObjectType; number: number } | null
  /** The waiting suggestion of one's own that an edit continues. */
  suggestion_id: string
}

const ABOUT: Record<DraftKind, ObjectType[]> = {
  question: [],
  answer: ['question'],
  edit: ['question', 'answer', 'comment', 'tag'],
  comment: ['question', 'answer'],
  reply: ['comment'],
  flag: ['question', 'answer', 'comment'],
  profile: [],
}

/** Reads `question`, `answer:<question>`, `edit-<object>`, `edit-<object>-<suggestion>`, `comment:<post>`, `reply:<comment>`, `flag:<object>` and `profile`; null for drafts that stay on their device. */
export const parseDraftName = (name: string): DraftName | null => {
  if (name === 'question' || name === 'profile') return { kind: name, object: null, suggestion_id: '' }
  const [, kind, id, suggestion_id = ''] =
    /^(?:(answer|comment|reply|flag):|(?=edit-))(?:edit-)?(\w{1,30})(?:-(\d{1,20}))?$/.exec(name) ?? []
  const isEdit = name.startsWith('edit-')
  const object = id ? parseObjectId(id) : null
  const of = isEdit ? 'edit' : (kind as DraftKind | undefined)
  if (!object || !of || (suggestion_id && !isEdit) || !ABOUT[of].includes(object.type)) return null
  return { kind: of, object, suggestion_id }
}

/** The same draft has one name, whatever form its ids came in. */
export const draftName = ({ kind, object, suggestion_id }: DraftName) => {
  if (!object) return kind
  const id = objectId(object.type, object.number)
  return kind === 'edit' ? `edit-${id}${suggestion_id && `-${suggestion_id}`}` : `${kind}:${id}`
}

/** The texts of a form by the names of its fields. */
export const DraftFields = Type.Record(
  text({ min: 1, max: limits.DRAFT_FIELD_NAME_MAX }),
  text({ max: limits.DRAFT_FIELD_MAX }),
  {
    maxProperties: limits.DRAFT_FIELDS_MAX,
  },
)

/** `version` is another one whenever the fields are others. */
export const SavedDraft = Type.Object({ fields: DraftFields, saved_at: Time, version: Type.String() })
export type SavedDraft = Static<typeof SavedDraft>

/** `title` and the ids are of what the draft belongs to, empty where that can't be seen any more. */
export const DraftItem = Type.Object({
  name: Type.String(),
  kind: oneOf(DRAFT_KINDS),
  object_type: Type.String(),
  object_id: ObjectId,
  question_id: ObjectId,
  answer_id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  excerpt: Type.String(),
  saved_at: Time,
})
export type DraftItem = Static<typeof DraftItem>

const own = { access: 'logged-in', visibility: 'own' } as const
const name = text({ min: 1, max: 80 })

export const drafts = endpoint({
  ...own,
  method: 'GET',
  path: '/user/drafts',
  summary: 'One’s own drafts, newest first',
  rate: 'read',
  reply: Type.Object({ list: Type.Array(DraftItem) }),
})

export const draft = endpoint({
  ...own,
  method: 'GET',
  path: '/user/draft',
  summary: 'One of one’s own drafts; nothing where there is none',
  rate: 'read',
  query: Type.Object({ name }),
  reply: nullable(SavedDraft),
})

/** The version that was read last, empty if there was none. */
const based_on = Type.Optional(text({ max: 100 }))

/**
 * Names as `parseDraftName` reads them. With `based_on`, a draft that somebody else has saved since is not overwritten: 409, and `data` is that
 * draft. Without it the last one saved stays.
 */
export const saveDraft = endpoint({
  ...own,
  method: 'PUT',
  path: '/user/draft',
  summary: 'Save what is being written, to go on with at another device',
  rate: 'draft',
  body: Type.Object({ name, fields: DraftFields, based_on }),
  reply: Type.Object({ saved_at: Time, version: Type.String() }),
})

/** With `based_on`, a draft that is another by now stays. */
export const deleteDraft = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/draft',
  summary: 'Delete a draft of one’s own',
  rate: 'draft',
  body: Type.Object({ name, based_on }),
  reply: Done,
})
