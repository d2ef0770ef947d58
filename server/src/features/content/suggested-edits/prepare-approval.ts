import type { App } from '../../../events/events.ts'
import { overloaded } from '../../../lib/errors.ts'
import { findPost } from '../posts/queries.ts'
import { findTag } from '../tags/queries.ts'
import { renderText } from '../../../workers/texts.ts'
import type { Merge } from './policy.ts'
import type { Text } from '../revisions/policy.ts'
import { findRevision, type Revised, REVISION_STATUS } from '../revisions/queries.ts'
import { mergedWith } from './views.ts'
import { tagsOf } from './lock-suggestion.ts'

/** What the reviewer has made of two edits, over the text as it stood then. */
export interface Settled extends Text {
  revision_id: string
}

/** What an approval takes that is made before its transaction: the text of both edits, and its HTML. */
export interface Prepared {
  /** The text that it was made over. */
  revision_id: number
  merged: Merge | undefined
  /** Of what was settled, or merged without a conflict. */
  rendered: { parsed_text: string; description: string } | undefined
}

/** The text has moved on between preparing and deciding. */
export class MovedMeanwhile extends Error {}

const currentText = async (db: App['db'], { object_type, object_id }: Revised) => {
  if (object_type === 'tag') {
    const tag = await findTag(db, object_id)
    return (
      tag && {
        revision_id: tag.revision_id,
        text: { title: tag.display_name, content: tag.original_text, tags: [tag.slug_name] },
      }
    )
  }
  const post = await findPost(db, object_id)
  return (
    post && {
      revision_id: post.revision_id,
      text: { title: post.title, content: post.original_text, tags: await tagsOf(db, post) },
    }
  )
}

const prepare = async (
  { db, plugins }: Pick<App, 'db' | 'plugins'>,
  id: number,
  settled: Settled | undefined,
): Promise<Prepared | undefined> => {
  const suggestion = await findRevision(db, id)
  const current = suggestion?.status === REVISION_STATUS.waiting ? await currentText(db, suggestion) : undefined
  if (!suggestion || !current) return undefined // the reviewer is told so
  const merged = await mergedWith(suggestion, await findRevision(db, suggestion.base_revision_id), current)
  const content = settled?.content ?? (merged?.conflicts === 0 ? merged.content : undefined)
  if (content === undefined) return { revision_id: current.revision_id, merged, rendered: undefined }
  const { html, description } = await renderText(content, { field: 'content', plugins })
  return { revision_id: current.revision_id, merged, rendered: { parsed_text: html, description } }
}

const MEANWHILE_MOST = 5

/** Prepares an approval, then decides; once more where the text has moved on in between. */
export const prepared = async <T>(
  app: Pick<App, 'db' | 'plugins'>,
  { id, settled }: { id: number; settled?: Settled | undefined },
  decide: (prepared: Prepared | undefined) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await decide(await prepare(app, id, settled))
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error
      if (tries === MEANWHILE_MOST) throw overloaded
    }
  }
}
