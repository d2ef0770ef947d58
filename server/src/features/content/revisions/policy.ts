import { parseObjectId } from '@askwell/contract/ids.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { CONFLICT_MARKS, type RevisedType } from '@askwell/contract/revisions.ts'
import type { Member, Viewer } from '../../../lib/member.ts'
import { description } from '../../../lib/plain-text.ts'
import type { Verdict } from '../../../lib/errors.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

/** What is edited, and its author; a tag has none. */
export interface Owned {
  object_type: RevisedType
  user_id: number
}

const owns = (viewer: Viewer, { object_type, user_id }: Owned) =>
  viewer !== null && object_type !== 'tag' && user_id === viewer.id

/** Its author, and those who may edit without review. */
export const canEditAtOnce = (settings: SiteSettings, actor: Member, thing: Owned): Verdict =>
  owns(actor, thing) || mayDo(settings, actor, `${thing.object_type}.edit_without_review`) === true ? true : NOT_MET

/** Everybody who may edit it, at once or with review. */
export const canEdit = (settings: SiteSettings, actor: Member, thing: Owned): Verdict =>
  canEditAtOnce(settings, actor, thing) === true || mayDo(settings, actor, `${thing.object_type}.edit`) === true
    ? true
    : NOT_MET

export const REVISED_TYPES = ['question', 'answer', 'tag'] as const satisfies RevisedType[]

/** The types whose suggestions by others this member sees. */
export const suggestedTypesSeen = (settings: SiteSettings, viewer: Viewer) =>
  REVISED_TYPES.filter((type) =>
    ([`${type}.edit`, `${type}.edit_without_review`, `${type}.audit`] as const).some(
      (action) => mayDo(settings, viewer, action) === true,
    ),
  )

/** The types whose edits this member may judge. */
export const reviewableTypes = (settings: SiteSettings, actor: Viewer) =>
  REVISED_TYPES.filter((type) => mayDo(settings, actor, `${type}.audit`) === true)

/** A suggestion, and whether a reviewer holds it. */
interface Suggested {
  user_id: number
  held_reason: string
}

/** Nobody decides on their own suggestion; what a reviewer holds is for staff. */
export const canDecide = (
  settings: SiteSettings,
  actor: Member,
  suggestion: Suggested & Pick<Owned, 'object_type'>,
): Verdict =>
  suggestion.user_id === actor.id || (suggestion.held_reason !== '' && !isStaff(actor))
    ? NOT_MET
    : mayDo(settings, actor, `${suggestion.object_type}.audit`) === true
      ? true
      : NOT_MET

/** A waiting suggestion is shown to those who could edit the same thing or decide; it isn't public yet. */
export const canSeeSuggestion = (
  settings: SiteSettings,
  viewer: Viewer,
  thing: Owned,
  { user_id, held_reason }: Suggested,
) => {
  if (viewer === null) return false
  if (viewer.id === user_id || held_reason !== '') return viewer.id === user_id || isStaff(viewer)
  return canEdit(settings, viewer, thing) === true || mayDo(settings, viewer, `${thing.object_type}.audit`) === true
}

export interface Text {
  title: string
  content: string
  tags: string[]
}
export interface Merge extends Text {
  /** Places where both sides have changed the same lines; `content` has both, between marks. */
  conflicts: number
}

/** Whether marks of a merge still stand in a text. */
export const hasMarks = (content: string) =>
  content.split('\n').some((line) => line === CONFLICT_MARKS.theirs || line === CONFLICT_MARKS.mine)

const mergeTags = (mine: string[], base: string[], theirs: string[]) => [
  ...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)),
  ...mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
]

/** The merge of two edits of one text: `mine` is the suggestion, `theirs` the present text; `content` has both. */
export const merge = (
  mine: Text,
  base: Text,
  theirs: Text,
  { content, conflicts }: { content: string; conflicts: number },
): Merge => {
  const titleChanged = mine.title !== base.title
  const titleConflict = titleChanged && theirs.title !== base.title && theirs.title !== mine.title
  const tags = mergeTags(mine.tags, base.tags, theirs.tags)
  return {
    title: titleChanged ? mine.title : theirs.title,
    content,
    tags: tags.length ? tags : theirs.tags,
    conflicts: conflicts + Number(titleConflict),
  }
}

/** This many characters of HTML hold a few sentences. */
const BEGINNING = 4000

/** The excerpt that lists show under the title. For older texts, which have none stored, it is made from a quick look. */
export const descriptionOf = (text: { description: string | null; parsed_text: string }) =>
  text.description ?? description(text.parsed_text.slice(0, BEGINNING))

/** What a revision keeps of a text. */
export interface StoredText {
  title: string
  original_text: string
  slugs: string
}
export const textOf = ({ title, original_text, slugs }: StoredText): Text => ({
  title,
  content: original_text,
  tags: JSON.parse(slugs) as string[],
})

/** What an object id refers to, if it has revisions. */
export const revisedBy = (id: string): { object_type: RevisedType; object_id: number } | undefined => {
  const object = parseObjectId(id)
  return object && (object.type === 'question' || object.type === 'answer' || object.type === 'tag')
    ? { object_type: object.type, object_id: object.number }
    : undefined
}
