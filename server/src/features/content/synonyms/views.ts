import { objectId } from '@askwell/contract/ids.ts'
import type { MemberAction } from '@askwell/contract/shapes.ts'
import type { Synonym } from '@askwell/contract/tags.ts'
import type { Db } from '../../../db/dialect.ts'
import { listMainTags, listSynonyms, type Tag, TAG_STATUS } from '../tags/queries.ts'
import { type Looked, named } from '../tags/views.ts'
import { synonymActions } from './policy.ts'

/** Other words for a tag; for one of them, those of its tag. */
export const synonymList = async (
  db: Db,
  tag: Tag,
  { viewer, settings, language }: Looked,
): Promise<{ synonyms: Synonym[]; member_actions: MemberAction[] }> => {
  const main = (await listMainTags(db, [tag]))[0] ?? tag
  const synonyms = (await listSynonyms(db, [main.id])).filter(({ status }) => status === TAG_STATUS.available)
  return {
    synonyms: synonyms.map(({ id, slug_name, display_name }) => ({
      tag_id: objectId('tag', id),
      slug_name,
      display_name,
      main_tag_slug_name: main.slug_name,
    })),
    member_actions: named(synonymActions(settings, viewer), language),
  }
}
