import { objectId } from '@askwell/contract/ids.ts'
import type { TagChip } from '@askwell/contract/shapes.ts'
import type { TagCard, TagInfo, TagOption } from '@askwell/contract/tags.ts'
import type { Db } from '../../db/dialect.ts'
import { excerptOf } from './policy.ts'
import { listChipRows, listMainTags, type Tag, TAG_STATUS } from './queries.ts'

/** The tags of each of these questions, in the order their askers gave them; every question has an entry. */
export const tagChips = async (db: Db, questionIds: number[]): Promise<Map<number, TagChip[]>> => {
  const chips = new Map<number, TagChip[]>(questionIds.map((id) => [id, []]))
  for (const { question_id, main_tag_slug_name, recommend, reserved, slug_name, display_name } of await listChipRows(db, questionIds))
    chips.get(question_id)!.push({ slug_name, display_name, main_tag_slug_name: main_tag_slug_name ?? '', recommend: recommend === 1, reserved: reserved === 1 })
  return chips
}

export const tagOption = ({ id, slug_name, display_name, recommend, reserved }: Pick<Tag, 'id' | 'slug_name' | 'display_name' | 'recommend' | 'reserved'>): TagOption =>
  ({ tag_id: objectId('tag', id), slug_name, display_name, recommend: recommend === 1, reserved: reserved === 1 })

export const tagCard = (tag: Tag): TagCard => ({
  ...tagOption(tag),
  created_at: tag.created_at,
  updated_at: tag.updated_at,
  excerpt: excerptOf(tag.parsed_text),
  original_text: tag.original_text,
  parsed_text: tag.parsed_text,
  description: tag.description,
  follow_count: tag.follow_count,
  question_count: tag.question_count,
  is_follower: false,
})

export const tagInfo = async (db: Db, tag: Tag): Promise<TagInfo> => ({
  ...tagCard(tag),
  status: tag.status === TAG_STATUS.available ? 'available' : 'deleted',
  member_actions: [],
  main_tag_slug_name: (await listMainTags(db, [tag]))[0]?.slug_name ?? '',
})
