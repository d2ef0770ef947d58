import type { Tx } from '../../../../events/events.ts'
import { findSetting } from '../../../operations/settings/queries.ts'
import { writeSection } from '../../../operations/settings/save-section.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'
import { namedTag, oncePerSlug } from '../policy.ts'
import { listTagsBySlug, TAG_STATUS } from '../queries.ts'
import { markTags } from '../lists/queries.ts'
import { addTag, bringBack } from '../add-tag.ts'

/** The settings name the tags that are recommended and reserved; by another word for it a tag is named too. */
export const markNamedTags = async (tx: Tx) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  const named = new Map(
    (
      await listTagsBySlug(
        tx.db,
        [...recommend_tags, ...reserved_tags].map((tag) => tag.slug_name),
      )
    ).map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]),
  )
  const idsOf = (list: { slug_name: string }[]) => list.flatMap((tag) => named.get(tag.slug_name) ?? [])
  await markTags(tx.db, 'recommend', idsOf(recommend_tags))
  await markTags(tx.db, 'reserved', idsOf(reserved_tags))
}

type NamedTag = SiteSettings['write']['reserved_tags'][number]

/** The settings store tags with their names, but an admin who saves them may only know the slugs. */
export const callTagsByName = async (tx: Tx, actor_id: number) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  const all = [...recommend_tags, ...reserved_tags]
  const known = await listTagsBySlug(
    tx.db,
    all.map((tag) => tag.slug_name),
  )
  const names = new Map(known.map((tag) => [tag.slug_name, tag.display_name]))
  const called = (tag: NamedTag) => ({ ...tag, display_name: names.get(tag.slug_name) ?? tag.display_name })
  if (all.every((tag) => tag.display_name === called(tag).display_name)) return
  await writeSection(tx, actor_id, 'write', {
    recommend_tags: recommend_tags.map(called),
    reserved_tags: reserved_tags.map(called),
  })
}

/** Where the settings named a tag by these words they name the one that is meant now, or none. What would be both is reserved. */
export const nameInSettings = async (tx: Tx, actor_id: number, slugs: string[], meant?: NamedTag) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  if (![...recommend_tags, ...reserved_tags].some((tag) => slugs.includes(tag.slug_name))) return
  const renamed = (list: NamedTag[]) => {
    const now = list.flatMap((tag) =>
      !slugs.includes(tag.slug_name)
        ? [tag]
        : meant
          ? [{ slug_name: meant.slug_name, display_name: meant.display_name }]
          : [],
    )
    return now.filter((tag, at) => now.findIndex((one) => one.slug_name === tag.slug_name) === at)
  }
  const reserved = renamed(reserved_tags)
  const recommended = renamed(recommend_tags).filter((tag) => !reserved.some((one) => one.slug_name === tag.slug_name))
  await writeSection(tx, actor_id, 'write', { recommend_tags: recommended, reserved_tags: reserved })
}

/** A tag that the settings name is there to be picked: unknown ones are made, deleted ones come back. */
export const provideTags = async (
  tx: Tx,
  user_id: number,
  named: { slug_name: string; display_name?: string | undefined }[],
) => {
  const described = oncePerSlug(named).map(namedTag)
  const known = new Map(
    (
      await listTagsBySlug(
        tx.db,
        described.map((tag) => tag.slug_name),
      )
    ).map((tag) => [tag.slug_name, tag]),
  )
  for (const tag of described) {
    const there = known.get(tag.slug_name)
    if (!there) await addTag(tx, user_id, tag)
    else if (there.status === TAG_STATUS.deleted) await bringBack(tx, user_id, there.id)
  }
}
