import { isStaff } from '@askwell/contract/roles.ts'
import type { MemberAction } from '@askwell/contract/shapes.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import type { FieldError, Verdict } from '../../../lib/errors.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

type Named = { id: number; slug_name: string; main_tag_id: number; reserved: number }

/** What is wrong with a tag's new list of other words: one already stands for another tag, or a reserved tag would be changed by others than staff. */
export const synonymFaults = (
  actor: Actor,
  main: Named,
  words: Named[],
  parted: Named[],
  mains: Named[],
): FieldError[] => {
  const taken = words.find((tag) => tag.main_tag_id > 0 && tag.main_tag_id !== main.id)
  if (taken)
    return [
      {
        field: 'synonym_tag_list',
        reason: 'field.tag_is_synonym',
        values: { tag: taken.slug_name, main: mains.find((tag) => tag.id === taken.main_tag_id)?.slug_name ?? '' },
      },
    ]
  const changed = [...words.filter((tag) => tag.main_tag_id !== main.id), ...parted]
  const reserved = [main, ...changed].find((tag) => tag.reserved)
  return reserved && changed.length && !isStaff(actor)
    ? [{ field: 'synonym_tag_list', reason: 'field.tag_reserved', values: { tag: reserved.slug_name } }]
    : []
}

export const canSaveSynonyms = (settings: SiteSettings, actor: Actor): Verdict =>
  mayDo(settings, actor, 'tag.synonym') === true ? true : NOT_MET

export const synonymActions = (settings: SiteSettings, viewer: Viewer): Omit<MemberAction, 'name'>[] =>
  viewer && canSaveSynonyms(settings, viewer) === true ? [{ action: 'edit', type: 'edit' }] : []
