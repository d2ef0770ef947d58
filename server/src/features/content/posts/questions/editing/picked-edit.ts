import type { Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { Conflict, Invalid } from '../../../../../lib/errors.ts'
import { isUnreviewed, type Rendered, textFaults } from '../../policy.ts'
import type { Post } from '../../queries.ts'
import type { PendingReason } from '../../../reviewers/judge.ts'
import { findRevision } from '../../../revisions/queries.ts'
import type { SiteSettings } from '../../../../operations/settings/views.ts'
import type { Described } from '../../../tags/policy.ts'
import { tagIdsOf } from '../../../tags/of-questions/queries.ts'
import { type Chosen, pickTags } from '../../../tags/pick-tags.ts'
import { tagChipsOrWaiting } from '../../../tags/views.ts'

const sameList = (a: string[], b: string[]) => a.length === b.length && a.every((item, at) => item === b[at])

export interface Edit {
  id: number
  title: string
  text: Rendered
  tags: Described[]
  edit_summary?: string
  revision_id?: string
  /** The own suggestion that it replaces. */
  suggestion_id?: string | undefined
  /** A reviewer wants it to wait. */
  pending?: PendingReason | undefined
}

/** The words for the new tags that wait with a question; who edits it names them by their slugs. */
const waitingWords = async (tx: Tx, revision_id: number) =>
  new Map(
    (JSON.parse((await findRevision(tx.db, revision_id))?.new_tags ?? '[]') as Described[]).map((tag) => [
      tag.slug_name,
      tag,
    ]),
  )

/** An edit with the tags that the question gets, beside those that it had. */
export interface PickedEdit {
  title: string
  text: Rendered
  chosen: Chosen[]
  slugs: string[]
  former_tag_ids: number[]
  former_slugs: string[]
  log: string
}

export const pickTagsOfEdit = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  question: Post,
  { title, text, tags, edit_summary = '' }: Edit,
): Promise<PickedEdit> => {
  const former_tag_ids = await tagIdsOf(tx.db, question.id)
  const former_slugs = (await tagChipsOrWaiting(tx.db, [question])).get(question.id)!.map((tag) => tag.slug_name)
  const words = isUnreviewed(question) ? await waitingWords(tx, question.revision_id) : undefined
  const textWrong = textFaults(settings, actor, 'content', text, question.original_text)
  const { chosen, faults } = await pickTags(
    tx,
    actor,
    settings,
    tags.map((tag) => words?.get(tag.slug_name) ?? tag),
    former_tag_ids,
    textWrong,
  )
  const wrong = [...textWrong, ...faults]
  if (wrong.length) throw new Invalid(wrong)
  const slugs = chosen.map((tag) => tag.slug_name)
  return { title, text, chosen, slugs, former_tag_ids, former_slugs, log: edit_summary }
}

export const isSameText = (question: Post, { title, text, slugs, former_slugs }: PickedEdit) =>
  title === question.title && text.original_text === question.original_text && sameList(slugs, former_slugs)

/** An edit that began from a text that isn't the last any more is given both back. */
export const ensureFresh = (
  question: Post,
  { title, text, slugs, former_slugs }: PickedEdit,
  revision_id: string | undefined,
) => {
  if (!revision_id || revision_id === String(question.revision_id)) return
  const theirs = {
    title: question.title,
    content: question.original_text,
    tags: former_slugs,
    revision_id: String(question.revision_id),
  }
  throw new Conflict('error.revision.moved_on', {
    data: { mine: { title, content: text.original_text, tags: slugs }, theirs },
  })
}
