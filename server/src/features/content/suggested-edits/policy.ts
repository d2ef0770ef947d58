import { isStaff } from '@askwell/contract/roles.ts'
import { CONFLICT_MARKS, type RevisedType } from '@askwell/contract/revisions.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import type { Verdict } from '../../../lib/errors.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import type { Text } from '../revisions/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

/** What is edited, and whose it is; a tag is nobody's. */
export interface Owned {
  object_type: RevisedType
  user_id: number
}

const owns = (viewer: Viewer, { object_type, user_id }: Owned) =>
  viewer !== null && object_type !== 'tag' && user_id === viewer.id

/** Its author, and anyone who needs no review. */
export const canEditAtOnce = (settings: SiteSettings, actor: Actor, thing: Owned): Verdict =>
  owns(actor, thing) || mayDo(settings, actor, `${thing.object_type}.edit_without_review`) === true ? true : NOT_MET

/** Users who may edit it, if only through a review. */
export const canEdit = (settings: SiteSettings, actor: Actor, thing: Owned): Verdict =>
  canEditAtOnce(settings, actor, thing) === true || mayDo(settings, actor, `${thing.object_type}.edit`) === true
    ? true
    : NOT_MET

export const REVISED_TYPES = ['question', 'answer', 'tag'] as const satisfies RevisedType[]

/** The types of which this member sees the suggestions of others. */
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

/** Nobody judges what they have suggested themselves; what a reviewer holds is for the staff. */
export const canDecide = (
  settings: SiteSettings,
  actor: Actor,
  suggestion: Suggested & Pick<Owned, 'object_type'>,
): Verdict =>
  suggestion.user_id === actor.id || (suggestion.held_reason !== '' && !isStaff(actor))
    ? NOT_MET
    : mayDo(settings, actor, `${suggestion.object_type}.audit`) === true
      ? true
      : NOT_MET

/** A pending suggestion is shown to users who could edit the same thing, or decide; it is no public text yet. */
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

export interface Merge extends Text {
  /** Places where both sides have changed the same; in `content` both stand there, between marks. */
  conflicts: number
}

/** Whether marks of a merge still stand in a text. */
export const hasMarks = (content: string) =>
  content.split('\n').some((line) => line === CONFLICT_MARKS.theirs || line === CONFLICT_MARKS.mine)

const mergeTags = (mine: string[], base: string[], theirs: string[]) => [
  ...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)),
  ...mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
]

/** What two edits of one text make together: `mine` is the suggestion, `theirs` the text as it stands now; `content` is that of both. */
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
