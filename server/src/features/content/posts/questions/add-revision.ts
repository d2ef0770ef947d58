import type { Tx } from '../../../../events/events.ts'
import type { Written } from '../policy.ts'
import { insertRevision } from '../../revisions/queries.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'
import { listTags } from '../../tags/queries.ts'
import { type Chosen, isThere, makeTags } from '../../tags/pick-tags.ts'

const slugsOf = async (tx: Tx, tag_ids: number[]) => {
  const slugs = new Map((await listTags(tx.db, tag_ids)).map((tag) => [tag.id, tag.slug_name]))
  return tag_ids.flatMap((id) => slugs.get(id) ?? [])
}

/** The tags that a text gets; new tags of a post that nobody has seen yet wait with it (decision 0029). */
export interface Tagging {
  tag_ids: number[]
  waiting: { slugs: string[]; new_tags: Chosen[] } | undefined
}

export const tagWith = async (
  tx: Tx,
  user_id: number,
  settings: SiteSettings,
  chosen: Chosen[],
  pending: boolean,
): Promise<Tagging> =>
  pending
    ? {
        tag_ids: chosen.filter(isThere).map((tag) => tag.id),
        waiting: { slugs: chosen.map((tag) => tag.slug_name), new_tags: chosen.filter((tag) => !isThere(tag)) },
      }
    : { tag_ids: await makeTags(tx, user_id, settings, chosen), waiting: undefined }

interface Revised extends Tagging {
  id: number
  user_id: number
  title: string
  text: Written
  log: string
  status: number
}

export const addRevision = async (tx: Tx, { id, user_id, title, text, tag_ids, waiting, log, status }: Revised) =>
  insertRevision(tx.db, {
    object_type: 'question',
    object_id: id,
    user_id,
    title,
    original_text: text.original_text,
    parsed_text: text.parsed_text,
    description: text.description,
    slugs: JSON.stringify(waiting?.slugs ?? (await slugsOf(tx, tag_ids))),
    new_tags: JSON.stringify(waiting?.new_tags ?? []),
    log,
    status,
    created_at: tx.now(),
  })
