import { parseObjectId } from '@askwell/contract/ids.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { CONFLICT_MARKS, type RevisedType } from '@askwell/contract/revisions.ts'
import { diff3Merge } from 'node-diff3'
import type { Member, Viewer } from '../../lib/member.ts'
import type { Verdict } from '../../lib/refusals.ts'
import { mayDo, NOT_MET } from '../site/policy.ts'
import type { SiteSettings } from '../site/views.ts'

/** What is edited, and whose it is; a tag is nobody's. */
export interface Owned {
  object_type: RevisedType
  user_id: number
}

const owns = (viewer: Viewer, { object_type, user_id }: Owned) =>
  viewer !== null && object_type !== 'tag' && user_id === viewer.id

/** Its author, and whoever needs no review (domain-facts §10). */
export const canEditAtOnce = (settings: SiteSettings, actor: Member, thing: Owned): Verdict =>
  owns(actor, thing) || mayDo(settings, actor, `${thing.object_type}.edit_without_review`) === true ? true : NOT_MET

/** Whoever may edit it, be it through a review. */
export const canEdit = (settings: SiteSettings, actor: Member, thing: Owned): Verdict =>
  canEditAtOnce(settings, actor, thing) === true || mayDo(settings, actor, `${thing.object_type}.edit`) === true
    ? true
    : NOT_MET

export const REVISED_TYPES = ['question', 'answer', 'tag'] as const satisfies RevisedType[]

/** The types of which this member sees suggestions, whoever they are by. */
export const suggestedTypesSeen = (settings: SiteSettings, viewer: Viewer) =>
  REVISED_TYPES.filter((type) =>
    ([`${type}.edit`, `${type}.edit_without_review`, `${type}.audit`] as const).some(
      (action) => mayDo(settings, viewer, action) === true,
    ),
  )

/** The types whose edits this member may judge (domain-facts §10). */
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
  actor: Member,
  suggestion: Suggested & Pick<Owned, 'object_type'>,
): Verdict =>
  suggestion.user_id === actor.id || (suggestion.held_reason !== '' && !isStaff(actor))
    ? NOT_MET
    : mayDo(settings, actor, `${suggestion.object_type}.audit`) === true
      ? true
      : NOT_MET

/** A suggestion that waits is shown to whoever would edit the same thing, or decide; it is no public text yet. */
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
  /** Places where both sides have changed the same; in `content` both stand there, between marks. */
  conflicts: number
}

/** Comparing costs the square of what differs: what is longer is a conflict as a whole. */
const LINES_MAX = 2000
const WORDS_MAX = 1000

/** Whether marks of a merge still stand in a text. */
export const hasMarks = (content: string) =>
  content.split('\n').some((line) => line === CONFLICT_MARKS.theirs || line === CONFLICT_MARKS.mine)

type Region = ReturnType<typeof diff3Merge<string>>[number]

/** By words, where the same lines were changed; undefined where the same words were. */
const mergedWords = ({ a, o, b }: { a: string[]; o: string[]; b: string[] }) => {
  const words = [a, o, b].map((lines) => lines.join('\n').split(/(\s+)/))
  if (words.some((list) => list.length > WORDS_MAX)) return undefined
  const regions = diff3Merge(words[0]!, words[1]!, words[2]!, { excludeFalseConflicts: true })
  return regions.every(({ ok }) => ok)
    ? regions
        .flatMap(({ ok }) => ok ?? [])
        .join('')
        .split('\n')
    : undefined
}

const mergeContent = (mine: string, base: string, theirs: string): { content: string; conflicts: number } => {
  if (theirs === base || mine === theirs) return { content: mine, conflicts: 0 }
  if (mine === base) return { content: theirs, conflicts: 0 }
  const [a, o, b] = [mine, base, theirs].map((text) => text.split('\n')) as [string[], string[], string[]]
  const regions: Region[] = [a, o, b].some((lines) => lines.length > LINES_MAX)
    ? [{ conflict: { a, aIndex: 0, o, oIndex: 0, b, bIndex: 0 } }]
    : diff3Merge(a, o, b, { excludeFalseConflicts: true })
  let conflicts = 0
  const lines = regions.flatMap(({ ok, conflict }) => {
    const settled = ok ?? mergedWords(conflict!)
    if (settled) return settled
    conflicts++
    return [CONFLICT_MARKS.theirs, ...conflict!.b, CONFLICT_MARKS.between, ...conflict!.a, CONFLICT_MARKS.mine]
  })
  return { content: lines.join('\n'), conflicts }
}

const mergeTags = (mine: string[], base: string[], theirs: string[]) => [
  ...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)),
  ...mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
]

/** Two edits of one text, made into one: `mine` is the suggestion, `theirs` the text as it stands now. */
export const merge = (mine: Text, base: Text, theirs: Text): Merge => {
  const { content, conflicts } = mergeContent(mine.content, base.content, theirs.content)
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

/** What a revision keeps of a text. */
interface Kept {
  title: string
  original_text: string
  slugs: string
}
export const textOf = ({ title, original_text, slugs }: Kept): Text => ({
  title,
  content: original_text,
  tags: JSON.parse(slugs) as string[],
})

/** The text that an approval would lead to, where the text has moved on since the suggestion began. */
export const mergedWith = (
  suggestion: Kept & { base_revision_id: number },
  base: Kept | undefined,
  current: { revision_id: number; text: Text },
): Merge | undefined =>
  suggestion.base_revision_id === current.revision_id
    ? undefined
    : merge(textOf(suggestion), base ? textOf(base) : current.text, current.text)

/** What an object id leads to, if it is anything that has revisions. */
export const revisedBy = (id: string): { object_type: RevisedType; object_id: number } | undefined => {
  const object = parseObjectId(id)
  return object && (object.type === 'question' || object.type === 'answer' || object.type === 'tag')
    ? { object_type: object.type, object_id: object.number }
    : undefined
}
