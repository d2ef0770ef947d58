import { objectId } from '@askwell/contract/ids.ts'
import type { MemberAction, TagChip } from '@askwell/contract/shapes.ts'
import type { TagCard, TagInfo, TagOption, TagSuggestion } from '@askwell/contract/tags.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { followedOf } from '../../users/users/followed.ts'
import { mentionsFor } from '../../users/users/mentions/shown-mentions.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { outsideLinks } from '../reviewers/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { renderText } from '../../../workers/texts.ts'
import { type Described, excerptOf, tagActions } from './policy.ts'
import { listChipRows, listWaitingTags } from './of-questions/queries.ts'
import { listMainTags, listTagsBySlug, type Tag, TAG_STATUS } from './queries.ts'

/** Those of which something is said, and that there are none of yet: what is said of the others changes nothing. */
export const newlyDescribed = async (db: Db, tags: Described[]) => {
  const known = new Set(
    (
      await listTagsBySlug(
        db,
        tags.map((tag) => tag.slug_name),
      )
    )
      .filter(({ status }) => status === TAG_STATUS.available)
      .map((tag) => tag.slug_name),
  )
  return tags.filter((tag) => tag.original_text !== '' && !known.has(tag.slug_name))
}

/** What reviewers are given of a tag. */
export const tagForReview = async ({
  display_name,
  original_text,
  parsed_text,
}: Pick<Described, 'display_name' | 'original_text' | 'parsed_text'>) => ({
  object_type: 'tag' as const,
  title: display_name,
  content: original_text,
  html: parsed_text,
  tags: [],
  links: outsideLinks((await renderText(original_text, { field: 'original_text' })).links),
})

/** The tags of each of these questions, in the order their askers gave them; every question has an entry. */
export const tagChips = async (db: Db, questionIds: number[]): Promise<Map<number, TagChip[]>> => {
  const chips = new Map<number, TagChip[]>(questionIds.map((id) => [id, []]))
  for (const { question_id, main_tag_slug_name, recommend, reserved, slug_name, display_name } of await listChipRows(
    db,
    questionIds,
  ))
    chips.get(question_id)!.push({
      slug_name,
      display_name,
      main_tag_slug_name: main_tag_slug_name ?? '',
      recommend: recommend === 1,
      reserved: reserved === 1,
    })
  return chips
}

/** The same; with those that a reviewer keeps back new tags wait, which are none yet. They stand where the text names them (decision 0029). */
export const tagChipsOrWaiting = async (
  db: Db,
  questions: { id: number; status: number }[],
): Promise<Map<number, TagChip[]>> => {
  const chips = await tagChips(
    db,
    questions.map(({ id }) => id),
  )
  const hidden = questions.filter(({ status }) => status >= HIDDEN_FROM).map(({ id }) => id)
  for (const { question_id, slugs, new_tags } of hidden.length ? await listWaitingTags(db, hidden) : []) {
    const borne = chips.get(question_id)!
    const waiting = (JSON.parse(new_tags) as Described[]).map(({ slug_name, display_name }): TagChip => ({
      slug_name,
      display_name,
      main_tag_slug_name: '',
      recommend: false,
      reserved: false,
      to_be_made: true,
    }))
    const named = (JSON.parse(slugs) as string[]).flatMap(
      (slug) => [...borne, ...waiting].find((chip) => chip.slug_name === slug) ?? [],
    )
    chips.set(question_id, [...named, ...borne.filter((chip) => !named.includes(chip))])
  }
  return chips
}

export const tagOption = ({
  id,
  slug_name,
  display_name,
  recommend,
  reserved,
}: Pick<Tag, 'id' | 'slug_name' | 'display_name' | 'recommend' | 'reserved'>): TagOption => ({
  tag_id: objectId('tag', id),
  slug_name,
  display_name,
  recommend: recommend === 1,
  reserved: reserved === 1,
})

const SUGGESTED_DESCRIPTION = 100

export const tagSuggestion = (
  tag: Parameters<typeof tagOption>[0] & Pick<Tag, 'question_count' | 'description'>,
): TagSuggestion => ({
  ...tagOption(tag),
  question_count: tag.question_count,
  description: [...tag.description].slice(0, SUGGESTED_DESCRIPTION).join(''),
})

export const tagCards = async (db: Db, tags: Tag[], viewer: Viewer): Promise<TagCard[]> => {
  const followed = viewer
    ? await followedOf(
        db,
        viewer.id,
        'tag',
        tags.map((tag) => tag.id),
      )
    : new Set<number>()
  const shown = await mentionsFor(
    db,
    tags.map((tag) => tag.parsed_text),
  )
  return tags.map((tag) => tagCard({ ...tag, parsed_text: shown(tag.parsed_text) }, followed.has(tag.id)))
}

const tagCard = (tag: Tag, is_follower: boolean): TagCard => ({
  ...tagOption(tag),
  created_at: tag.created_at,
  updated_at: tag.updated_at,
  excerpt: excerptOf(tag.parsed_text, tag.description),
  original_text: tag.original_text,
  parsed_text: tag.parsed_text,
  description: tag.description,
  follow_count: tag.follow_count,
  question_count: tag.question_count,
  is_follower,
})

export interface Looked {
  viewer: Viewer
  settings: SiteSettings
  language: string
}

export const named = (actions: Omit<MemberAction, 'name'>[], language: string): MemberAction[] =>
  actions.map((one) => ({ ...one, name: translate(language, `actions.${one.action}`) }))

export const tagInfo = async (db: Db, tag: Tag, { viewer, settings, language }: Looked): Promise<TagInfo> => ({
  ...(await tagCards(db, [tag], viewer))[0]!,
  status: tag.status === TAG_STATUS.available ? 'available' : 'deleted',
  member_actions: named(tagActions(settings, viewer, { deleted: tag.status !== TAG_STATUS.available }), language),
  main_tag_slug_name: (await listMainTags(db, [tag]))[0]?.slug_name ?? '',
  revision_id: String(tag.revision_id),
})
